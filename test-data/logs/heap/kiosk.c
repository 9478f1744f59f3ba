/* Allocates on several ways, and keeps it all: main > total > twice (inlined) > price. */
#include <stdlib.h>

void *volatile kept[64];

__attribute__((noinline)) static void *price(int item) {
  void *made = malloc((size_t)item * 100000);
  kept[item] = made;
  return made;
}

static void *twice(int item) { return price(item * 2); }

__attribute__((noinline)) static void *total(int item) {
  void *made = twice(item);
  kept[item + 32] = made;
  return made;
}

int main(void) {
  for (int item = 1; item < 12; ++item) total(item);
  kept[63] = price(60);
  return kept[63] == NULL;
}
