// Adler-like checksum in two routines: one a function with a size, one a bare label.
        .text
        .globl checksum_update
        .type checksum_update, %function
checksum_update:
        mov     w2, wzr
        mov     w3, wzr
.Lnext: cbz     x1, .Ldone
        ldrb    w4, [x0], #1
        add     w2, w2, w4
        add     w3, w3, w2
        sub     x1, x1, #1
        b       .Lnext
.Ldone: mov     w0, w3
        b       checksum_fold
        .size checksum_update, . - checksum_update

        .globl checksum_fold
checksum_fold:
        and     w1, w0, #0xffff
        add     w0, w1, w0, lsr #16
        ret

checksum_table:
        .word   0x10001, 0x20002, 0x30003

checksum_local_label:
        ldr     w0, checksum_table
        ret
