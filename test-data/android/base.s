# What ART compiles of an app that R8 renamed, in small: its symbols are the methods' names, without and with their types.
        .text
        .globl  oatexec
oatexec:
        .type   "a.b.c", @function
"a.b.c":
        nop
        nop
        ret
        .size   "a.b.c", . - "a.b.c"
        .type   "void a.b.a(int)", @function
"void a.b.a(int)":
        nop
        nop
        ret
        .size   "void a.b.a(int)", . - "void a.b.a(int)"
        .type   "android.os.Handler.dispatchMessage", @function
"android.os.Handler.dispatchMessage":
        nop
        ret
        .size   "android.os.Handler.dispatchMessage", . - "android.os.Handler.dispatchMessage"
