// Long sequences that repeat: the machine outliner turns them into OUTLINED_FUNCTION_n.
#include "kitchen.h"

static volatile u32 taken;

static FIXTURE_NOINLINE void take(u32 shelf) {
  taken += shelf;
}

u32 spices_monday(void) {
  take(11);
  take(22);
  take(33);
  take(44);
  take(55);
  return taken + 1;
}

u32 spices_tuesday(u32 guests) {
  u32 before = taken * guests;
  take(11);
  take(22);
  take(33);
  take(44);
  take(55);
  return before * 7;
}

u32 spices_friday(u32 guests) {
  for (u32 i = 0; i < guests; i++) {
    take(11);
    take(22);
    take(33);
    take(44);
    take(55);
  }
  return taken;
}
