// The classic cases of reachable and lost, one at a time:   cases NAME [LIBRARY]
// Each prints what becomes of its blocks, which are known by their sizes: "block SIZE
// reachable|lost|indirect".
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
#define ROOM 4096
#define BROUGHT (32 * ROOM)

static void* volatile global;
static __thread void* volatile of_thread;
static const char* library;

static void says(int size, const char* what) {
  char line[64];
  const int length = snprintf(line, sizeof line, "block %d %s\n", size, what);
  if (write(1, line, (size_t)length) != length) _exit(9);
}

// What calls before this one have left below is gone.
NOINLINE static void scrub(void) {
#if defined(__x86_64__)
  // All that is below: there is no room of this function's own that stays as it was.
  __asm__ volatile("lea -16384(%%rsp), %%rdi\n mov $2048, %%ecx\n xor %%eax, %%eax\n rep stosq" ::
                       : "rdi", "rcx", "rax", "memory");
#else
  volatile char room[4 * ROOM];
  for (size_t i = 0; i < sizeof room; ++i) room[i] = 0;
  __asm__ volatile("" ::: "memory");
#endif
}

NOINLINE static void lost(void) {
  global = malloc(1001);
  global = NULL;
  says(1001, "lost");
}
NOINLINE static void in_data(void) {
  global = malloc(1002);
  says(1002, "reachable");
}
NOINLINE static void in_thread_local(void) {
  of_thread = malloc(1003);
  says(1003, "reachable");
}

// A pointer into the middle, the end, and behind the end.
NOINLINE static void interior(void) {
  global = (char*)malloc(1004) + 500;
  says(1004, "reachable");
}
NOINLINE static void last_byte(void) {
  global = (char*)malloc(1004) + 1003;
  says(1004, "reachable");
}
NOINLINE static void behind(void) {
  global = (char*)malloc(1032) + 1032;
  says(1032, "lost");
}
NOINLINE static void hidden(void) {
  global = (void*)~(uintptr_t)malloc(1006);
  says(1006, "lost");
}
NOINLINE static void unaligned(void) {
  static char room[32];
  void* block = malloc(1007);
  memcpy(room + 3, &block, sizeof block);
  says(1007, "lost");
}

NOINLINE static void list(void) {
  void** first = malloc(1010);
  void** second = *first = malloc(1011);
  *second = malloc(1012);
  *(void**)*second = NULL;
  says(1010, "lost");
  says(1011, "indirect");
  says(1012, "indirect");
}
NOINLINE static void ring(void) {
  void** first = malloc(1013);
  void** second = malloc(1014);
  *first = second;
  *second = first;
  says(1013, first < second ? "lost" : "indirect");
  says(1014, first < second ? "indirect" : "lost");
}
NOINLINE static void ring_held(void) {
  void** first = malloc(1015);
  void** second = malloc(1016);
  *first = second;
  *second = first;
  global = second;
  says(1015, "reachable");
  says(1016, "reachable");
}
NOINLINE static void from_freed(void) {
  void** holder = malloc(3000);
  memset(holder, 0, 3000);
  holder[100] = malloc(1017);
  global = holder;
  free(holder);
  says(1017, "lost");
}
NOINLINE static void by_realloc(void) {
  void* small = malloc(24);
  if (realloc(small, 200000) == NULL) exit(9);
  global = small;  // what it was before
  says(200000, "lost");
}
NOINLINE static void in_mapping(void) {
  void** memory = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory[7] = malloc(1018);
  says(1018, "reachable");
}
NOINLINE static void in_mapping_gone(void) {
  void** memory = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory[7] = malloc(1019);
  munmap(memory, ROOM);
  says(1019, "lost");
}

static void* end_thread(void* unused) {
  void* volatile block = malloc(1020);
  of_thread = malloc(1021);
  (void)block;
  return unused;
}
NOINLINE static void by_thread_exit(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, end_thread, NULL);
  pthread_join(thread, NULL);
  says(1020, "lost");
  says(1021, "lost");
}

static pthread_barrier_t ready;
static pthread_key_t key;
static void* live_thread(void* unused) {
  void* volatile block = malloc(1022);
  of_thread = malloc(1023);
  pthread_setspecific(key, malloc(1024));
  pthread_barrier_wait(&ready);
  for (;;) pause();
  (void)block;
  return unused;
}
NOINLINE static void in_live_thread(void) {
  pthread_t thread;
  pthread_key_create(&key, NULL);
  pthread_barrier_init(&ready, NULL, 2);
  pthread_create(&thread, NULL, live_thread, NULL);
  pthread_barrier_wait(&ready);
  says(1022, "reachable");
  says(1023, "reachable");
  says(1024, "reachable");
}

// A thread on a stack that the program brings, in a block or mapped: a finished call has left a pointer
// far below.
NOINLINE static void leave_below(size_t size) {
  void* volatile room[BROUGHT / 4 / sizeof(void*)];
  room[0] = malloc(size);
}
static void* brought_thread(void* size) {
  leave_below((size_t)size);
  scrub();
  pthread_barrier_wait(&ready);
  for (;;) pause();
  return size;
}
NOINLINE static void run_on(void* stack, size_t size) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, BROUGHT);
  pthread_barrier_init(&ready, NULL, 2);
  pthread_create(&thread, &attributes, brought_thread, (void*)size);
  pthread_barrier_wait(&ready);
}
NOINLINE static void in_unused_block(void) {
  run_on(global = aligned_alloc(ROOM, BROUGHT), 1034);
  says(1034, "lost");
}
NOINLINE static void in_unused_mapping(void) {
  run_on(mmap(NULL, BROUGHT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1035);
  says(1035, "lost");
}

#if defined(__x86_64__)
static volatile int is_in_register;
NOINLINE static void hold_in_register(void) {
  __asm__ volatile(
      "mov %0, %%r12\n movq $0, %0\n movl $1, %1\n xor %%eax, %%eax\n"
      "1: mov $34, %%eax\n syscall\n jmp 1b\n"
      : "+m"(global), "=m"(is_in_register)::"r12", "rax", "rcx", "r11", "memory");
}
static void* register_thread(void* unused) {
  hold_in_register();
  return unused;
}
NOINLINE static void in_register(void) {
  pthread_t thread;
  global = malloc(1025);
  pthread_create(&thread, NULL, register_thread, NULL);
  while (!is_in_register) usleep(1000);
  says(1025, "reachable");
}
#endif

NOINLINE static void in_library(void) {
  void* handle = dlopen(library, RTLD_NOW);
  if (handle == NULL) exit(9);
  *(void**)dlsym(handle, "kept_in_library") = malloc(1026);
  void** (*place)(void) = (void** (*)(void))dlsym(handle, "place_in_thread");
  *place() = malloc(1027);
  says(1026, "reachable");
  says(1027, "reachable");
}
NOINLINE static void in_library_gone(void) {
  void* handle = dlopen(library, RTLD_NOW);
  if (handle == NULL) exit(9);
  *(void**)dlsym(handle, "kept_in_library") = malloc(1028);
  dlclose(handle);
  says(1028, "lost");
}
NOINLINE static void on_stack(void) {
  void* volatile block = malloc(1029);
  says(1029, "reachable");
  scrub();
  exit(0);
  (void)block;
}
NOINLINE static void at_once(void) {
  global = malloc(1030);
  if (malloc(1031) == NULL) exit(9);
  says(1030, "reachable");
  says(1031, "lost");
  scrub();
  _exit(0);
}

// What grow() and the functions that it calls leave on the stack lies within what is called at the end.
NOINLINE static void* grow(void) {
  void* block = malloc(10);
  return realloc(block, 5000);
}
NOINLINE static void by_finished_call(void) {
  says(5000, "lost");
  global = grow();
  global = NULL;
  exit(0);
}
#if defined(__x86_64__)
NOINLINE static void in_kept_register(void) {
  says(1033, "reachable");
  global = malloc(1033);
  scrub();
  __asm__ volatile(
      "mov %0, %%r13\n movq $0, %0\n xor %%eax, %%eax\n xor %%edi, %%edi\n"
      "and $-16, %%rsp\n call _exit" ::"m"(global)
      : "r13", "rax", "rdi", "memory");
}
#endif

static const struct {
  const char* name;
  void (*run)(void);
} cases[] = {{"lost", lost},
             {"in_data", in_data},
             {"in_thread_local", in_thread_local},
             {"interior", interior},
             {"last_byte", last_byte},
             {"behind", behind},
             {"hidden", hidden},
             {"unaligned", unaligned},
             {"list", list},
             {"ring", ring},
             {"ring_held", ring_held},
             {"from_freed", from_freed},
             {"by_realloc", by_realloc},
             {"in_mapping", in_mapping},
             {"in_mapping_gone", in_mapping_gone},
             {"by_thread_exit", by_thread_exit},
             {"in_live_thread", in_live_thread},
             {"in_unused_block", in_unused_block},
             {"in_unused_mapping", in_unused_mapping},
#if defined(__x86_64__)
             {"in_register", in_register},
#endif
             {"in_library", in_library},
             {"in_library_gone", in_library_gone},
             {"on_stack", on_stack},
             {"by_finished_call", by_finished_call},
#if defined(__x86_64__)
             {"in_kept_register", in_kept_register},
#endif
             {"at_once", at_once}};

int main(int count, char** words) {
  library = count > 2 ? words[2] : NULL;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    if (count < 2) {
      puts(cases[i].name);
    } else if (strcmp(words[1], cases[i].name) == 0) {
      cases[i].run();
      scrub();
      return 0;
    }
  }
  return count < 2 ? 0 : 2;
}
