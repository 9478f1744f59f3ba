// How a function gets its caller's stack pointer and its own return address on each processor: it begins
// with two instructions that put them into its third and fourth argument. No builtin of GCC or Clang
// gives the stack pointer consistently in all functions, regardless of their frames.
#pragma once

// SYMTRACE_ENTRY_POINT(name, target): `name` is the function that others call; `target` is a function
// with C linkage and hidden visibility that gets the arguments of `name`, padded to two, and then these
// two.
#if defined(__x86_64__)
#define SYMTRACE_ENTRY_CODE(name, target)                                                              \
  ".p2align 4\n" name ":\n.cfi_startproc\nendbr64\nleaq 8(%rsp), %rdx\nmovq (%rsp), %rcx\njmp " target \
  "\n.cfi_endproc\n"
#define SYMTRACE_ENTRY_TYPE "@function"
#elif defined(__aarch64__)
#define SYMTRACE_ENTRY_CODE(name, target) \
  ".p2align 4\n" name ":\n.cfi_startproc\nhint #34\nmov x2, sp\nmov x3, x30\nb " target "\n.cfi_endproc\n"
#define SYMTRACE_ENTRY_TYPE "%function"
#elif defined(__arm__)
#ifdef __thumb__
#define SYMTRACE_ENTRY_MODE ".thumb\n.thumb_func\n"
#else
#define SYMTRACE_ENTRY_MODE ".arm\n"
#endif
#define SYMTRACE_ENTRY_CODE(name, target)                                                                   \
  ".syntax unified\n.p2align 2\n" SYMTRACE_ENTRY_MODE name ":\n.fnstart\nmov r2, sp\nmov r3, lr\nb " target \
  "\n.cantunwind\n.fnend\n"
#define SYMTRACE_ENTRY_TYPE "%function"
#else
#error "libsymtrace knows x86_64, aarch64 and arm"
#endif

#define SYMTRACE_ENTRY_POINT(name, target)                                                     \
  asm(".pushsection .text.symtrace_entry, \"ax\", %progbits\n.hidden " target "\n.globl " name \
      "\n.type " name ", " SYMTRACE_ENTRY_TYPE                                                 \
      "\n" SYMTRACE_ENTRY_CODE(name, target) ".size " name ", .-" name "\n.popsection\n")

// A target: called only by the entry point, which a compiler does not see.
#define SYMTRACE_TARGET extern "C" __attribute__((used, visibility("hidden"), no_instrument_function))
