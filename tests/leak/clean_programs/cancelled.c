// Threads that are cancelled, or call pthread_exit, and clean up; one of the others ends the program.
#include <pthread.h>
#include <unistd.h>

#include "lose.h"

static void* wait_for_ever(void* size) {
  void* block = malloc((size_t)size);
  pthread_cleanup_push(free, block);
  for (;;) pause();
  pthread_cleanup_pop(1);
  return NULL;
}
static void* leave(void* size) {
  void* block = malloc((size_t)size);
  lose((size_t)size);
  pthread_cleanup_push(free, block);
  pthread_exit(NULL);
  pthread_cleanup_pop(1);
}
static void* end_program(void* unused) {
  (void)unused;
  exit(0);
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  pthread_t threads[10];
  for (size_t i = 0; i < 10; ++i) pthread_create(&threads[i], NULL, i % 2 ? leave : wait_for_ever, (void*)(2800 + i));
  usleep(50000);
  for (int i = 0; i < 10; i += 2) pthread_cancel(threads[i]);
  for (int i = 0; i < 10; ++i) pthread_join(threads[i], NULL);
  pthread_create(&threads[0], NULL, end_program, NULL);
  for (;;) pause();
}
