// The first thread ends before the others; the last one ends the program.
#include <pthread.h>
#include <unistd.h>

#include "lose.h"

static void* last(void* size) {
  void* volatile block = malloc((size_t)size);
  usleep(200000);
  lose((size_t)size + 1);
  free(block);
  return NULL;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  pthread_t thread;
  pthread_create(&thread, NULL, last, (void*)2600);
  pthread_create(&thread, NULL, last, (void*)2700);
  pthread_exit(NULL);
}
