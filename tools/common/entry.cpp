// Where a tool of x86-64 begins, before the C library. First of all that mends the addresses in its tables,
// which lie on some thirty pages, a page fault each. Asked for beforehand, the kernel brings them in one go:
// a twentieth of a cold look-up. A kernel that does not know the question (before Linux 5.14) says so, and
// nothing is lost.
#if defined(__x86_64__)

asm(R"(
  .pushsection .text.startup.symkit_entry, "ax", @progbits
  .globl symkit_entry
  .hidden symkit_entry
  .type symkit_entry, @function
symkit_entry:
  .cfi_startproc
  .cfi_undefined rip
  endbr64
  mov %rdx, %r12                              # what _start expects
  lea __preinit_array_start(%rip), %rdi
  and $-4096, %rdi
  lea _edata(%rip), %rsi
  sub %rdi, %rsi
  mov $23, %edx                               # MADV_POPULATE_WRITE
  mov $28, %eax                               # madvise
  syscall
  mov %r12, %rdx
  jmp _start
  .cfi_endproc
  .size symkit_entry, .-symkit_entry
  .popsection
)");

#endif
