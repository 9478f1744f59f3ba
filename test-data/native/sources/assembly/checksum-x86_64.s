# Adler-like checksum in two routines: one a function with a size, one a bare label.
        .text
        .globl checksum_update
        .type checksum_update, @function
checksum_update:
        xorl    %eax, %eax
        xorl    %ecx, %ecx
.Lnext: testq   %rsi, %rsi
        je      .Ldone
        movzbl  (%rdi), %edx
        addl    %edx, %ecx
        addl    %ecx, %eax
        incq    %rdi
        decq    %rsi
        jmp     .Lnext
.Ldone: jmp     checksum_fold
        .size checksum_update, . - checksum_update

        nop
        nop
        .globl checksum_fold
checksum_fold:
        movl    %eax, %edx
        shrl    $16, %edx
        andl    $0xffff, %eax
        addl    %edx, %eax
        ret

checksum_local_label:
        xorl    %eax, %eax
        ret
