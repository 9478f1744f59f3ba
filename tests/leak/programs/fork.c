// Forks, by the library and without it: each process has its own recording; none writes into another's.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

static void* volatile kept;
NOINLINE static void lost_by_parent(void) {
  kept = malloc(100);
  STAY();
}
NOINLINE static void lost_by_child(void) {
  kept = malloc(7);
  STAY();
}

static void finish(long child) {
  int status = 0;
  waitpid((pid_t)child, &status, 0);
  if (status != 5 << 8) exit(1);
}

int main(void) {
  void* before = malloc(50);
  lost_by_parent();
  pid_t child = fork();
  if (child == 0) {
    free(before);
    for (int i = 0; i < 3; ++i) lost_by_child();
    exit(5);
  }
  finish(child);
  const long raw = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (raw == 0) {
    lost_by_child();
    _exit(5);
  }
  finish(raw);
  child = vfork();
  if (child == 0) {
    lost_by_parent();  // its memory is the parent's
    _exit(5);
  }
  finish(child);
  lost_by_parent();
  free(before);
  EXPECT("lost_by_parent", 3, 300);
  printf("children lost_by_child 21 7\n");
}
