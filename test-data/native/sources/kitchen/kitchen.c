#include "kitchen.h"

static u32 kitchens;
static volatile u32 alarm_level;

static FIXTURE_NOINLINE void sound_alarm(u32 level) {
  alarm_level = level;
  __builtin_trap();
}

FIXTURE_NOINLINE FIXTURE_KEEP u32 kitchen_boil(struct pot* pot) {
  u32 steps = warm_to(pot, 100);
  if (pot->water == 0) sound_alarm(pot->heat);
  pot->water--;
  return steps;
}

FIXTURE_NOINLINE FIXTURE_KEEP u32 kitchen_shared(void) {
  return ++kitchens;
}

FIXTURE_NOINLINE FIXTURE_KEEP u32 kitchen_block(struct pot* pot) {
  return kitchen_boil(pot) + pot->rice;
}

FIXTURE_NOINLINE FIXTURE_KEEP u32 kitchen_serve(struct pot* pot, u32 guests) {
  u32 served = 0;
  for (u32 i = 0; i < guests; i++) served += kitchen_block(pot) + recipe_steps(i);
  return served + kitchen_shared();
}
