// Threads that are joined, of different stacks, more at a time than are kept.
#include <pthread.h>

#include "lose.h"

static void* work(void* size) {
  free(unseen(malloc((size_t)size)));
  lose((size_t)size);
  return NULL;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  for (int round = 0; round < 3; ++round) {
    pthread_t threads[40];
    for (size_t i = 0; i < 40; ++i) {
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setstacksize(&attributes, (i % 4 + 1) * 65536);
      pthread_create(&threads[i], &attributes, work, (void*)(2000 + i));
      pthread_attr_destroy(&attributes);
    }
    for (int i = 0; i < 40; ++i) pthread_join(threads[i], NULL);
  }
  return 0;
}
