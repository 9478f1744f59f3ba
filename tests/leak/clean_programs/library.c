// Thread-local storage of a library that is loaded when threads run already: the loader allocates it for each
// thread that touches it.
#include <stdlib.h>

static __thread struct {
  char room[5000];
  void* block;
} storage;

void touch(size_t size) {
  storage.room[size % sizeof storage.room] = 1;
  if (size == 0) {
    free(storage.block);
    storage.block = NULL;
  } else {
    storage.block = malloc(size);
  }
}
