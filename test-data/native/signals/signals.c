/* A function that faults at its first instruction, right behind another one, and what a signal handler returns to,
   without a name. As in a C library: nothing else tells that what was interrupted did not call. */
#if defined(__x86_64__)
#define TRAMPOLINE "mov $15,%rax\n syscall\n"
#elif defined(__i386__)
#define TRAMPOLINE "pop %eax\n mov $119,%eax\n int $0x80\n"
#elif defined(__aarch64__)
#define TRAMPOLINE "mov x8,#139\n svc #0\n"
#elif defined(__thumb__)
#define TRAMPOLINE "movs r7,#173\n svc #0\n"
#elif defined(__arm__)
#define TRAMPOLINE "mov r7,#173\n svc #0\n"
#elif defined(__riscv)
#define TRAMPOLINE "li a7,139\n ecall\n"
#endif

__asm__(".text\n nop\n trampoline:\n" TRAMPOLINE);

__attribute__((noinline, aligned(4))) int before(const int *p) { return *p * 3; }

__attribute__((noinline, aligned(4))) int first(const int *p) { return *p + 1; }

__attribute__((noinline)) int compare(const int *p) { return first(0) + before(p); }
