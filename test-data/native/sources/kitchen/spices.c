// Long sequences that repeat: the machine outliner turns them into OUTLINED_FUNCTION_n.
#include "kitchen.h"

struct shelf {
  volatile u32 pepper, salt, cumin, saffron, thyme;
};

u32 spices_monday(struct shelf* s) {
  s->pepper = 11;
  s->salt = 22;
  s->cumin = 33;
  s->saffron = 44;
  s->thyme = 55;
  return s->pepper + 1;
}

u32 spices_tuesday(struct shelf* s, u32 guests) {
  u32 before = s->salt * guests;
  s->pepper = 11;
  s->salt = 22;
  s->cumin = 33;
  s->saffron = 44;
  s->thyme = 55;
  return before * 7;
}

u32 spices_friday(struct shelf* s, u32 guests) {
  for (u32 i = 0; i < guests; i++) {
    s->pepper = 11;
    s->salt = 22;
    s->cumin = 33;
    s->saffron = 44;
    s->thyme = 55;
  }
  return s->thyme;
}
