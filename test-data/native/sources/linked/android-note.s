// What the NDK's start file says: API level 24, NDK r26.
    .section .note.android.ident, "a", %note
    .balign 4
    .long 8, 132, 1
    .asciz "Android"
    .long 24
    .ascii "r26"
    .zero 61
    .ascii "10909125"
    .zero 56
