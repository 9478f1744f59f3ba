// Values of threads: more of them than the C library keeps without allocating, with and without destructors.
#include <pthread.h>
#include <unistd.h>

#include "lose.h"

static pthread_key_t keys[100];
static pthread_barrier_t ready;

static void set(size_t size) {
  for (size_t i = 0; i < 100; ++i) pthread_setspecific(keys[i], malloc(size + i));
}
static void* end(void* size) {
  set((size_t)size);
  lose((size_t)size);
  return NULL;
}
static void* stay(void* size) {
  set((size_t)size);
  pthread_barrier_wait(&ready);
  for (;;) pause();
  return NULL;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  for (int i = 0; i < 100; ++i) pthread_key_create(&keys[i], free);
  pthread_barrier_init(&ready, NULL, 2);
  pthread_t threads[4], stays;
  for (size_t i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, end, (void*)(1000 + 200 * i));
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  pthread_create(&stays, NULL, stay, (void*)3000);
  pthread_barrier_wait(&ready);
  set(4000);
  return 0;
}
