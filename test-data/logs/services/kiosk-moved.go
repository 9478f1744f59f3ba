SIGSEGV: segmentation violation
PC=0x562e2a57cab6 m=0 sigcode=1 addr=0x10
signal arrived during cgo execution

goroutine 1 gp=0x3a230e1a81e0 m=0 mp=0x533440 [syscall]:
runtime.cgocall(0x47e5d0, 0x3a230e1eef20)
	/usr/local/go/src/runtime/cgocall.go:167 +0x4b fp=0x3a230e1eeef8 sp=0x3a230e1eeec0 pc=0x47330b
562e2a57b000-562e2a57c000 r--p 00000000 fe:00 11018497                   /opt/kiosk/kiosk-moved
562e2a57c000-562e2a57d000 r-xp 00001000 fe:00 11018497                   /opt/kiosk/kiosk-moved
562e2a57d000-562e2a57e000 r--p 00002000 fe:00 11018497                   /opt/kiosk/kiosk-moved
562e2a57e000-562e2a57f000 r--p 00002000 fe:00 11018497                   /opt/kiosk/kiosk-moved
562e2a57f000-562e2a580000 rw-p 00003000 fe:00 11018497                   /opt/kiosk/kiosk-moved
7f3b6da2f000-7f3b6da32000 r--p 00000000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f3b6da32000-7f3b6da49000 r-xp 00003000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f3b6da49000-7f3b6da4d000 r--p 0001a000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f3b6da4d000-7f3b6da4e000 r--p 0001d000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f3b6da4e000-7f3b6da4f000 rw-p 0001e000 fe:00 326414                     /usr/lib/x86_64-linux-gnu/libgcc_s.so.1
7f3b6da52000-7f3b6da78000 r--p 00000000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f3b6da78000-7f3b6dbce000 r-xp 00026000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f3b6dbce000-7f3b6dc21000 r--p 0017c000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f3b6dc21000-7f3b6dc25000 r--p 001cf000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f3b6dc25000-7f3b6dc27000 rw-p 001d3000 fe:00 326269                     /usr/lib/x86_64-linux-gnu/libc.so.6
7f3b6dc48000-7f3b6dc49000 r--p 00000000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f3b6dc49000-7f3b6dc6f000 r-xp 00001000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f3b6dc6f000-7f3b6dc79000 r--p 00027000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f3b6dc79000-7f3b6dc7b000 r--p 00031000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f3b6dc7b000-7f3b6dc7d000 rw-p 00033000 fe:00 325835                     /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
