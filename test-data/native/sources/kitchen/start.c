#include "kitchen.h"

FIXTURE_KEEP int main(void) {
  struct pot pot = {3, 20, 250};
  return (int)(kitchen_serve(&pot, 4) + number_choices());
}
