// Detached threads: some have ended, some wait, with blocks that only their stacks know.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "lose.h"

static atomic_int ended, waiting;

static void* end(void* size) {
  free(unseen(malloc((size_t)size)));
  lose((size_t)size);
  ++ended;
  return NULL;
}
static void* wait_for_ever(void* size) {
  void* volatile block = malloc((size_t)size);
  ++waiting;
  for (;;) pause();
  return block;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  for (size_t i = 0; i < 20; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, i % 2 ? end : wait_for_ever, (void*)(3000 + i));
    pthread_detach(thread);
  }
  while (ended < 10 || waiting < 10) usleep(1000);
  return 0;
}
