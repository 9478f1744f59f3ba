// C that crashes below a call from Go, and what finds its callers. Built and run by tests/cli/cgo.
#define _GNU_SOURCE
#include "kiosk.h"

#include <stdint.h>
#include <ucontext.h>
#include <unistd.h>

__attribute__((noinline)) static int price(const int *prices) { return prices[getpid() > 0] + 1; }

static inline __attribute__((always_inline)) int twice(const int *prices) { return 2 * price(prices); }

__attribute__((noinline)) static int summed(const int *prices) { return twice(prices) + 3; }

int kiosk_total(const int *prices) { return summed(prices) + 1; }

// As runtime.SetCgoTraceback wants it: addresses of calls, not those that they return to.
void kiosk_tracer(void *asked) {
  struct {
    uintptr_t context, signal;
    uintptr_t *found;
    uintptr_t room;
  } *question = asked;
  if (question->signal == 0) return;
  const greg_t *registers = ((const ucontext_t *)question->signal)->uc_mcontext.gregs;
  const uintptr_t *frame = (const uintptr_t *)registers[REG_RBP];
  uintptr_t count = 1;
  question->found[0] = (uintptr_t)registers[REG_RIP];
  for (; count < 3 && count < question->room && frame; frame = (const uintptr_t *)frame[0])
    question->found[count++] = frame[1] - 1;
  if (count < question->room) question->found[count] = 0;
}

// Knows no name: Go asks it all the same.
void kiosk_symbolizer(void *asked) { (void)asked; }
