// Objective-C and Swift names without either compiler: the names are asm labels, which is all that a
// symbolizer sees.
#ifndef KITCHEN_H
#define KITCHEN_H
#include "../integers.h"

struct pot {
  u32 water;
  u32 heat;
  u32 rice;
};

#define SYMBOL(name) __asm__(name)

u32 kitchen_boil(struct pot* pot) SYMBOL("-[Kitchen boil:]");
u32 kitchen_shared(void) SYMBOL("+[Kitchen sharedKitchen]");
u32 kitchen_serve(struct pot* pot, u32 guests) SYMBOL("-[Kitchen(Service) serve:toGuests:]");
u32 kitchen_block(struct pot* pot) SYMBOL("___29-[Kitchen prepareWithTimeout]_block_invoke");
u32 recipe_steps(u32 guests) SYMBOL("_$s7Kitchen6RecipeV5stepsySiSiF");
u32 recipe_closure(u32 guests) SYMBOL("_$s7Kitchen6RecipeV5stepsySiSiFS2iXEfU_");
u32 number_choices(void) SYMBOL("_$s12MyApp13numberChoicesSaySiGyF");

static FIXTURE_INLINE u32 heat_step(struct pot* pot, u32 amount) {
  pot->heat += amount;
  return pot->heat;
}

static FIXTURE_INLINE u32 warm_to(struct pot* pot, u32 goal) {
  u32 steps = 0;
  while (heat_step(pot, 3) < goal) steps++;
  return steps;
}
#endif
