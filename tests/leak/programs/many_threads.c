// Ten thousand threads, as many at a time as the system lets there be: each loses a block, and leaves one to
// the first thread, which gives it back.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "expect.h"

#define THREADS 10000

static pthread_t threads[THREADS];
static void* volatile passed_on[THREADS];
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

NOINLINE static void lose(void) {
  void* volatile lost = malloc(24);
  lost = 0;
  STAY();
}
NOINLINE static void* clean_pass(void) { return malloc(40); }

static void* work(void* number) {
  const int own = (int)(long)number;
  passed_on[own] = clean_pass();
  lose();
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return 0;
}

int main(void) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 * 1024);
  int waiting = 0, begun = 0;
  pthread_mutex_lock(&gate);
  while (begun < THREADS) {
    if (pthread_create(&threads[begun], &small, work, (void*)(long)begun) == 0) {
      ++begun;
      continue;
    }
    // As many as there may be: they end, and others begin.
    if (begun == waiting) return 1;
    pthread_mutex_unlock(&gate);
    while (waiting < begun) pthread_join(threads[waiting++], 0);
    pthread_mutex_lock(&gate);
  }
  pthread_mutex_unlock(&gate);
  while (waiting < begun) pthread_join(threads[waiting++], 0);
  for (int i = 0; i < THREADS; ++i) free(passed_on[i]);
  EXPECT("lose", THREADS, THREADS * 24);
  return 0;
}
