// Fibers: their stacks are blocks, mapped memory, or pieces of a block; exit is called in one of them, when the main
// thread's own stack still knows blocks that nobody else does.
#include <sys/mman.h>
#include <ucontext.h>

#include "lose.h"

#define SIZE 65536
static ucontext_t home, fibers[3];

static void work(int number) {
  void* volatile block = malloc((size_t)(1500 + number));
  lose((size_t)(2500 + number));
  swapcontext(&fibers[number], &home);
  if (number == 2) exit(0);
  free(block);
}
__attribute__((noinline)) static void begin(int number, char* stack) {
  getcontext(&fibers[number]);
  fibers[number].uc_stack.ss_sp = stack;
  fibers[number].uc_stack.ss_size = SIZE;
  fibers[number].uc_link = &home;
  makecontext(&fibers[number], (void (*)(void))work, 1, number);
  swapcontext(&home, &fibers[number]);
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  static char* stacks;
  stacks = malloc(2 * SIZE);
  char* volatile mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void* volatile own = malloc(1600);
  begin(0, stacks);
  begin(1, mapped);
  begin(2, stacks + SIZE);
  swapcontext(&home, &fibers[2]);
  free(own);
  return 1;
}
