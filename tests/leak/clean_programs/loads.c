// Libraries with thread-local storage, loaded and unloaded while threads run. loads [lose]: the library lies
// beside the program.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libgen.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lose.h"

static void (*touch)(size_t size);
static pthread_barrier_t begun, ready;

static void* work(void* size) {
  touch((size_t)size);
  lose((size_t)size);
  touch(0);
  return NULL;
}
static void* stay(void* size) {
  pthread_barrier_wait(&begun);
  pthread_barrier_wait(&ready);  // loaded meanwhile
  touch((size_t)size);
  pthread_barrier_wait(&ready);
  for (;;) pause();
  return NULL;
}

int main(int count, char** words) {
  char path[4096];
  may_lose = count > 1;
  snprintf(path, sizeof path, "%s/library.so", dirname(strdupa(words[0])));
  pthread_barrier_init(&begun, NULL, 2);
  pthread_barrier_init(&ready, NULL, 2);
  pthread_t stays, threads[8];
  pthread_create(&stays, NULL, stay, (void*)3500);
  pthread_barrier_wait(&begun);
  for (int round = 0; round < 3; ++round) {
    void* library = dlopen(path, RTLD_NOW);
    if (library == NULL) return 1;
    touch = (void (*)(size_t))dlsym(library, "touch");
    for (size_t i = 0; i < 8; ++i) pthread_create(&threads[i], NULL, work, (void*)(2500 + i));
    for (int i = 0; i < 8; ++i) pthread_join(threads[i], NULL);
    if (round == 2) break;
    dlclose(library);
  }
  pthread_barrier_wait(&ready);
  pthread_barrier_wait(&ready);
  touch(3600);
  return 0;
}
