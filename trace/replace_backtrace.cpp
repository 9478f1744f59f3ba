// Replaces backtrace(3) in programs linked with libsymtrace_backtrace by symtrace_backtrace. Weak, so
// that a program's own takes precedence. It jumps, so that the stack begins with its caller.
#if defined(__x86_64__)
#define SYMTRACE_TYPE "@function"
#define SYMTRACE_MODE ""
#define SYMTRACE_JUMP "endbr64\njmp symtrace_backtrace@PLT\n"
#else
#define SYMTRACE_TYPE "%function"
#define SYMTRACE_JUMP "b symtrace_backtrace\n"
#if defined(__thumb__)
#define SYMTRACE_MODE ".syntax unified\n.thumb\n.thumb_func\n"
#else
#define SYMTRACE_MODE ""
#endif
#endif

asm(".text\n.weak backtrace\n.type backtrace, " SYMTRACE_TYPE "\n" SYMTRACE_MODE "backtrace:\n" SYMTRACE_JUMP
    ".size backtrace, .-backtrace\n");
