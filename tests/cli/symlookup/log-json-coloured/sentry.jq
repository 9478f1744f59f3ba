[1;39m{
  [0m[34;1m"event_id"[0m[1;39m: [0m[0;32m"9ec79c33ec9942ab8353589fcb2e04dc"[0m[1;39m,
  [0m[34;1m"platform"[0m[1;39m: [0m[0;32m"native"[0m[1;39m,
  [0m[34;1m"exception"[0m[1;39m: [0m[1;39m{
    [0m[34;1m"values"[0m[1;39m: [0m[1;39m[
      [1;39m{
        [0m[34;1m"type"[0m[1;39m: [0m[0;32m"SIGSEGV"[0m[1;39m,
        [0m[34;1m"value"[0m[1;39m: [0m[0;32m"Segfault <&>"[0m[1;39m,
        [0m[34;1m"stacktrace"[0m[1;39m: [0m[1;39m{
          [0m[34;1m"frames"[0m[1;39m: [0m[1;39m[
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x55c0d7eff101"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/opt/kiosk/kiosk-moved"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x7eff05099305"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/usr/lib/x86_64-linux-gnu/libc.so.6"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x7eff0509924a"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/usr/lib/x86_64-linux-gnu/libc.so.6"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x55c0d7eff34c"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/opt/kiosk/kiosk-moved"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x7eff050b1d36"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/usr/lib/x86_64-linux-gnu/libc.so.6"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x7eff050b19c1"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/usr/lib/x86_64-linux-gnu/libc.so.6"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x7eff050b1bf4"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/usr/lib/x86_64-linux-gnu/libc.so.6"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x55c0d7eff2d1"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/opt/kiosk/kiosk-moved"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x55c0d7eff2b5"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/opt/kiosk/kiosk-moved"[0m[1;39m
            [1;39m}[0m[1;39m,
            [1;39m{
              [0m[34;1m"instruction_addr"[0m[1;39m: [0m[0;32m"0x55c0d7eff1c9"[0m[1;39m,
              [0m[34;1m"package"[0m[1;39m: [0m[0;32m"/opt/kiosk/kiosk-moved"[0m[1;39m
            [1;39m}[0m[1;39m
          [1;39m][0m[1;39m
        [1;39m}[0m[1;39m
      [1;39m}[0m[1;39m
    [1;39m][0m[1;39m
  [1;39m}[0m[1;39m,
  [0m[34;1m"debug_meta"[0m[1;39m: [0m[1;39m{
    [0m[34;1m"images"[0m[1;39m: [0m[1;39m[
      [1;39m{
        [0m[34;1m"type"[0m[1;39m: [0m[0;32m"elf"[0m[1;39m,
        [0m[34;1m"image_addr"[0m[1;39m: [0m[0;32m"0x55c0d7efe000"[0m[1;39m,
        [0m[34;1m"image_size"[0m[1;39m: [0m[0;39m20480[0m[1;39m,
        [0m[34;1m"code_file"[0m[1;39m: [0m[0;32m"/opt/kiosk/kiosk-moved"[0m[1;39m,
        [0m[34;1m"debug_id"[0m[1;39m: [0m[0;32m"2b61f2fb-e70b-1cd5-044d-6c3517b00bec"[0m[1;39m,
        [0m[34;1m"code_id"[0m[1;39m: [0m[0;32m"fbf2612b0be7d51c044d6c3517b00becc22e0ae3"[0m[1;39m
      [1;39m}[0m[1;39m,
      [1;39m{
        [0m[34;1m"type"[0m[1;39m: [0m[0;32m"elf"[0m[1;39m,
        [0m[34;1m"image_addr"[0m[1;39m: [0m[0;32m"0x7eff0504f000"[0m[1;39m,
        [0m[34;1m"image_size"[0m[1;39m: [0m[0;39m131072[0m[1;39m,
        [0m[34;1m"code_file"[0m[1;39m: [0m[0;32m"/usr/lib/x86_64-linux-gnu/libgcc_s.so.1"[0m[1;39m
      [1;39m}[0m[1;39m,
      [1;39m{
        [0m[34;1m"type"[0m[1;39m: [0m[0;32m"elf"[0m[1;39m,
        [0m[34;1m"image_addr"[0m[1;39m: [0m[0;32m"0x7eff05072000"[0m[1;39m,
        [0m[34;1m"image_size"[0m[1;39m: [0m[0;39m1921024[0m[1;39m,
        [0m[34;1m"code_file"[0m[1;39m: [0m[0;32m"/usr/lib/x86_64-linux-gnu/libc.so.6"[0m[1;39m
      [1;39m}[0m[1;39m,
      [1;39m{
        [0m[34;1m"type"[0m[1;39m: [0m[0;32m"elf"[0m[1;39m,
        [0m[34;1m"image_addr"[0m[1;39m: [0m[0;32m"0x7eff05268000"[0m[1;39m,
        [0m[34;1m"image_size"[0m[1;39m: [0m[0;39m217088[0m[1;39m,
        [0m[34;1m"code_file"[0m[1;39m: [0m[0;32m"/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"[0m[1;39m
      [1;39m}[0m[1;39m
    [1;39m][0m[1;39m
  [1;39m}[0m[1;39m
[1;39m}[0m
