// Loses apples one by one, and a list of two; keeps one.
#include <stdlib.h>
#include <string.h>

struct basket {
  struct basket *next;
  char name[32];
};

static struct basket *volatile kept;

static struct basket *take(const char *name) {
  struct basket *one = malloc(sizeof *one);
  strcpy(one->name, name);
  return one;
}

static void fill(int count) {
  for (int i = 0; i < count; ++i) kept = take("apple");
}

static void lose_list(void) {
  struct basket *head = take("first");
  head->next = take("second");
  head->next->next = NULL;
}

int main(void) {
  fill(3);
  lose_list();
  free(calloc(10, 10));
  return 0;
}
