// Threads on stacks that the program brings, as blocks and as mapped memory.
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lose.h"

#define SIZE ((size_t)131072)
static __thread void* volatile of_thread;
static pthread_barrier_t ready;

// LeakSanitizer reads a stack that is a block completely. What calls before this one have left there is gone,
// or its verdict would depend on what the next calls leave of it.
__attribute__((noinline)) static void scrub(void) {
  volatile char room[SIZE / 4];
  for (size_t i = 0; i < sizeof room; ++i) room[i] = 0;
}
static void* stay(void* size) {
  of_thread = malloc((size_t)size);
  void* volatile block = malloc((size_t)size + 1);
  lose((size_t)size + 2);
  scrub();
  pthread_barrier_wait(&ready);
  for (;;) pause();
  return block;
}
static void* end(void* size) {
  free(unseen(malloc((size_t)size)));
  return NULL;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  pthread_barrier_init(&ready, NULL, 2);
  void* block = NULL;
  if (posix_memalign(&block, 4096, SIZE) != 0) return 1;
  void* stacks[] = {block, mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)};
  for (size_t i = 0; i < 2; ++i) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stacks[i], SIZE);
    pthread_create(&thread, &attributes, end, (void*)1900);
    pthread_join(thread, NULL);
    pthread_create(&thread, &attributes, stay, (void*)(2400 + 10 * i));
    pthread_barrier_wait(&ready);
    pthread_attr_destroy(&attributes);
  }
  return 0;
}
