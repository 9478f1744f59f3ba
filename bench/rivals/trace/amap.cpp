// The shadow stack of the article that libsymtrace goes back to (AMap: "Accelerating Stack Trace for Android
// Native Memory Leak Detection"), as it is printed there: a cursor that enter and exit move. Only what
// libsymtrace has beyond it is added, under libsymtrace's names, so that the same programs can be linked with
// either.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "symtrace.h"

#define MAX_TRACE_DEEP 2048

typedef struct {
  void* stack[MAX_TRACE_DEEP];
  int current;
} thread_stack_t;

static pthread_key_t sBackTraceKey;
static pthread_once_t sBackTraceOnce = PTHREAD_ONCE_INIT;

#define NO_HOOKS __attribute__((no_instrument_function))

static void NO_HOOKS destructor(void* ptr) {
  if (ptr) free(ptr);
}

static void NO_HOOKS init_once(void) { pthread_key_create(&sBackTraceKey, destructor); }

static thread_stack_t* NO_HOOKS get_backtrace_info() {
  thread_stack_t* ptr = (thread_stack_t*)pthread_getspecific(sBackTraceKey);
  if (ptr) return ptr;
  ptr = (thread_stack_t*)malloc(sizeof(thread_stack_t));
  ptr->current = MAX_TRACE_DEEP - 1;
  pthread_setspecific(sBackTraceKey, ptr);
  return ptr;
}

static int NO_HOOKS get_tls_backtrace(void** backtrace, int max) {
  pthread_once(&sBackTraceOnce, init_once);
  int count = max;
  thread_stack_t* ptr = get_backtrace_info();
  if (MAX_TRACE_DEEP - 1 - ptr->current < count) count = MAX_TRACE_DEEP - 1 - ptr->current;
  if (count > 0) memcpy(backtrace, &ptr->stack[ptr->current + 1], sizeof(void*) * count);
  return count;
}

extern "C" {
void __cyg_profile_func_enter(void*, void* call_site) {
  pthread_once(&sBackTraceOnce, init_once);
  thread_stack_t* ptr = get_backtrace_info();
  if (ptr->current > 0) ptr->stack[ptr->current--] = (void*)((long)call_site - 4);
}

void __cyg_profile_func_exit(void*, void*) {
  pthread_once(&sBackTraceOnce, init_once);
  thread_stack_t* ptr = get_backtrace_info();
  if (++ptr->current >= MAX_TRACE_DEEP) ptr->current = MAX_TRACE_DEEP - 1;
}

int symtrace_backtrace(void** addresses, int size) { return get_tls_backtrace(addresses, size); }

int symtrace_thread_depth() {
  pthread_once(&sBackTraceOnce, init_once);
  return MAX_TRACE_DEEP - 1 - get_backtrace_info()->current;
}

// It has no functions to give, and knows of no other stacks.
int symtrace_frames(symtrace_frame*, int) { return 0; }
symtrace_stack* symtrace_stack_create(void*, size_t) { return nullptr; }
void symtrace_stack_destroy(symtrace_stack*) {}
void symtrace_switch_stack(symtrace_stack*) {}
int get_backtrace_external(uintptr_t* addresses, size_t size) {
  return get_tls_backtrace((void**)addresses, (int)size);
}
size_t symtrace_collect(uintptr_t* addresses, size_t size) {
  return (size_t)get_backtrace_external(addresses, size);
}
void symtrace_frames_missing() {}
}
