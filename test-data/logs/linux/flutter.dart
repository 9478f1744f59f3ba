I/flutter ( 8353): Unhandled exception:
I/flutter ( 8353): RangeError (index): Invalid value: Not in inclusive range 0..2: 3
I/flutter ( 8353): *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
I/flutter ( 8353): pid: 8353, tid: 8399, name 1.ui
I/flutter ( 8353): os: android arch: arm64 comp: yes sim: no
I/flutter ( 8353): build_id: '3f13127e23d679eb5d545a0ff00289360829c7c7'
I/flutter ( 8353): isolate_dso_base: 751c2b3000, vm_dso_base: 751c2b3000
I/flutter ( 8353): isolate_instructions: 751c2c4000, vm_instructions: 751c2c3000
I/flutter ( 8353):     #00 abs 000000751c2c4b63 virt 0000000000011b63 _kDartIsolateSnapshotInstructions+0xb63
I/flutter ( 8353):     #01 abs 000000751c2c46c7 virt 00000000000116c7 _kDartIsolateSnapshotInstructions+0x6c7
I/flutter ( 8353):     #02 abs 000000751c2c492b virt 000000000001192b _kDartIsolateSnapshotInstructions+0x92b
I/flutter ( 8353):     #03 abs 0000000000000000 <invalid Dart instruction address>
I/flutter ( 8353):     #04 abs 0000000000000000 virt 00000000000116c7 _kDartIsolateSnapshotInstructions+0x6c7
I/flutter ( 8353): <asynchronous suspension>
flutter: *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
flutter: os: ios arch: arm64 comp: no sim: no
flutter: build_id: '3f13127e23d679eb5d545a0ff00289360829c7c7'
flutter: isolate_dso_base: 751c2b7000, vm_dso_base: 751c2b7000
    #00 abs 000000751c2c8b63 _kDartIsolateSnapshotInstructions+0x39b
    #01 abs 000000751c2c86c7 _kDartIsolateSnapshotInstructions+-0x101
    #02 abs 000000751c2c892b _kDartIsolateSnapshotInstructions+0x163
