// C11's threads, and their values.
#include <threads.h>

#include "lose.h"

static tss_t value;
static _Thread_local void* own;

static int work(void* size) {
  tss_set(value, malloc((size_t)size));
  own = malloc((size_t)size);
  lose((size_t)size + 1);
  free(own);
  return 0;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  tss_create(&value, free);
  thrd_t threads[10];
  for (size_t i = 0; i < 10; ++i) thrd_create(&threads[i], work, (void*)(2100 + 2 * i));
  for (int i = 0; i < 10; ++i) thrd_join(threads[i], NULL);
  return 0;
}
