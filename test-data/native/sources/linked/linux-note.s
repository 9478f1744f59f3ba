# What a C library's start file says: made for Linux 3.2.0 and later.
    .section .note.ABI-tag, "a", @note
    .balign 4
    .long 4, 16, 1
    .asciz "GNU"
    .long 0, 3, 2, 0
