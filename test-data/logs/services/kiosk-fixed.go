SIGSEGV: segmentation violation
PC=0x401aa3 m=0 sigcode=1 addr=0x10
signal arrived during cgo execution

goroutine 1 gp=0x3a230e1a81e0 m=0 mp=0x533440 [syscall]:
runtime.cgocall(0x47e5d0, 0x3a230e1eef20)
	/usr/local/go/src/runtime/cgocall.go:167 +0x4b fp=0x3a230e1eeef8 sp=0x3a230e1eeec0 pc=0x47330b
00400000-00401000 r--p 00000000 fe:00 11018481                           /opt/kiosk/kiosk-fixed
00401000-00402000 r-xp 00001000 fe:00 11018481                           /opt/kiosk/kiosk-fixed
00402000-00403000 r--p 00002000 fe:00 11018481                           /opt/kiosk/kiosk-fixed
00403000-00404000 r--p 00002000 fe:00 11018481                           /opt/kiosk/kiosk-fixed
00404000-00405000 rw-p 00003000 fe:00 11018481                           /opt/kiosk/kiosk-fixed
7f9cbedf8000-7f9cbedfb000 r--p 00000000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f9cbedfb000-7f9cbee12000 r-xp 00003000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f9cbee12000-7f9cbee16000 r--p 0001a000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f9cbee16000-7f9cbee17000 r--p 0001d000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f9cbee17000-7f9cbee18000 rw-p 0001e000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f9cbee1b000-7f9cbee41000 r--p 00000000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f9cbee41000-7f9cbef97000 r-xp 00026000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f9cbef97000-7f9cbefea000 r--p 0017c000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f9cbefea000-7f9cbefee000 r--p 001cf000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f9cbefee000-7f9cbeff0000 rw-p 001d3000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f9cbf011000-7f9cbf012000 r--p 00000000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f9cbf012000-7f9cbf038000 r-xp 00001000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f9cbf038000-7f9cbf042000 r--p 00027000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f9cbf042000-7f9cbf044000 r--p 00031000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f9cbf044000-7f9cbf046000 rw-p 00033000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
