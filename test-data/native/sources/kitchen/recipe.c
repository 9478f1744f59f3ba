#include "kitchen.h"

FIXTURE_NOINLINE FIXTURE_KEEP u32 recipe_closure(u32 guests) {
  return guests * 17 % 5;
}

FIXTURE_NOINLINE FIXTURE_KEEP u32 recipe_steps(u32 guests) {
  u32 steps = 1;
  for (u32 i = 0; i < guests; i++) steps += recipe_closure(i);
  return steps;
}

FIXTURE_NOINLINE FIXTURE_KEEP u32 number_choices(void) {
  return recipe_steps(5);
}

__attribute__((visibility("hidden"))) u32 recipe_nobody_cooks(u32 guests) {
  return guests / 3 + recipe_closure(guests);
}
