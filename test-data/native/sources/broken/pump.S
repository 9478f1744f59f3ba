// Debug information written by hand, in order (DWARF 4, three functions, a call inlined into the first) unless
// a macro says what to break: FLAW and its name, one for each fixture in ../../broken.
        .text
        .globl pump_start, pump_step, pump_stop
        .type pump_start, @function
        .type pump_step, @function
        .type pump_stop, @function
pump_start:
        .fill 0x30, 1, 0x90
        ret
.Lstart_end:
        .size pump_start, . - pump_start
pump_step:
        .fill 0x1f, 1, 0x90
        ret
.Lstep_end:
        .size pump_step, . - pump_step
pump_stop:
        .fill 0x0f, 1, 0x90
        ret
.Lstop_end:
        .size pump_stop, . - pump_stop

        .section .debug_str,"MS",@progbits,1
.Lproducer:
        .asciz "by hand"

        .section .debug_abbrev,"",@progbits
        .macro attributes list:vararg
        .irp number, \list
        .uleb128 \number
        .endr
        .byte 0, 0
        .endm
.Labbreviations:
        // 1 unit: producer strp, name string, stmt_list sec_offset, comp_dir string, ranges or low_pc and high_pc
        .uleb128 1
#if FLAW_unit_type_of_entry
        .uleb128 0x34
#else
        .uleb128 0x11
#endif
        .byte 1
#if FLAW_ranges_cut
        attributes 0x25, 0x0e, 0x03, 0x08, 0x10, 0x17, 0x1b, 0x08, 0x55, 0x17
#else
        attributes 0x25, 0x0e, 0x03, 0x08, 0x10, 0x17, 0x1b, 0x08, 0x11, 0x01, 0x12, 0x07
#endif
        // 2 function with children: name string, decl_file data1, low_pc addr, high_pc data8
        .uleb128 2, 0x2e
        .byte 1
        attributes 0x03, 0x08, 0x3a, 0x0b, 0x11, 0x01, 0x12, 0x07
        // 3 function without children: the same, high_pc an address
        .uleb128 3, 0x2e
        .byte 0
#if FLAW_form_unknown
        attributes 0x03, 0x08, 0x3a, 0x7e, 0x11, 0x01, 0x12, 0x01
#elif FLAW_attribute_twice
        attributes 0x03, 0x08, 0x03, 0x0b, 0x11, 0x01, 0x12, 0x01
#else
        attributes 0x03, 0x08, 0x3a, 0x0b, 0x11, 0x01, 0x12, 0x01
#endif
        // 4 inlined call: abstract_origin ref4, low_pc addr, high_pc data8, call_file data1, call_line data1
        .uleb128 4, 0x1d
        .byte 0
        attributes 0x31, 0x13, 0x11, 0x01, 0x12, 0x07, 0x58, 0x0b, 0x59, 0x0b
        // 5 the function that it calls: name strp, inline data1
        .uleb128 5, 0x2e
        .byte 0
        attributes 0x03, 0x0e, 0x20, 0x0b
        // 6 base type: name string
        .uleb128 6, 0x24
        .byte 0
        attributes 0x03, 0x08
        .byte 0

        .section .debug_info,"",@progbits
.Lunit:
#if FLAW_unit_cut
        .long .Lunit_end - .Lversion + 0x100
#else
        .long .Lunit_end - .Lversion
#endif
.Lversion:
#if FLAW_unit_version
        .short 9
#else
        .short 4
#endif
#if FLAW_abbreviations_outside
        .long 0x10000
#else
        .long .Labbreviations
#endif
        .byte 8
        .uleb128 1
        .long .Lproducer
        .asciz "pump.s"
#if FLAW_lines_outside
        .long 0x10000
#else
        .long .Llines
#endif
        .asciz "/src/broken"
#if FLAW_ranges_cut
        .long .Lranges
#else
        .quad pump_start
        .quad .Lstop_end - pump_start
#endif
.Ltype:
        .uleb128 6
        .asciz "int"
.Lorigin:
        .uleb128 5
#if FLAW_text_outside
        .long 0x10000
#else
        .long .Lproducer
#endif
        .byte 1

        .uleb128 2
        .asciz "pump_start"
#if FLAW_declared_file
        .byte 7
#else
        .byte 1
#endif
        .quad pump_start
        .quad .Lstart_end - pump_start
        .uleb128 4
#if FLAW_reference_outside
        .long 0x10000
#elif FLAW_reference_between
        .long .Lorigin - .Lunit + 2
#elif FLAW_origin_no_function
        .long .Ltype - .Lunit
#else
        .long .Lorigin - .Lunit
#endif
#if FLAW_uncontained
        .quad pump_step + 4
#else
        .quad pump_start + 8
#endif
        .quad 8
#if FLAW_call_file
        .byte 7
#else
        .byte 1
#endif
        .byte 12
        .byte 0
#if FLAW_abbreviation_unknown
        .uleb128 77
#else
        .uleb128 3
#endif
        .asciz "pump_step"
        .byte 1
#if FLAW_overlap
        .quad pump_start + 0x10
#elif FLAW_folded
        .quad pump_start
#else
        .quad pump_step
#endif
#if FLAW_range_backward
        .quad pump_step - 4
#elif FLAW_folded
        .quad .Lstart_end
#else
        .quad .Lstep_end
#endif

        .uleb128 3
        .asciz "pump_stop"
        .byte 1
#if !FLAW_entry_cut
#if FLAW_range_outside
        .quad pump_stop + 0x100000
        .quad .Lstop_end + 0x100000
#elif FLAW_range_beyond
        .quad pump_stop
        .quad .Lstop_end + 0x10
#else
        .quad pump_stop
        .quad .Lstop_end
#endif
        .byte 0
#endif
.Lunit_end:
#if FLAW_ranges_cut
        .section .debug_ranges,"",@progbits
.Lranges:
        .quad pump_start, .Lstop_end
#endif

        .section .debug_line,"",@progbits
        .macro set_address to
        .byte 0, 9, 2
        .quad \to
        .endm
        .macro row
        .byte 1
        .endm
.Llines:
#if FLAW_lines_cut
        .long .Llines_end - .Llines_version + 0x100
#else
        .long .Llines_end - .Llines_version
#endif
.Llines_version:
#if FLAW_lines_version
        .short 9
#else
        .short 4
#endif
        .long .Lprogram - .Llines_header
.Llines_header:
        .byte 1, 1, 1, -5, 14, 13
        .byte 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1
        .asciz "/src/broken"
        .byte 0
        .asciz "pump.s"
#if FLAW_folder
        .uleb128 5
#else
        .uleb128 1
#endif
        .uleb128 0, 0
        .byte 0
.Lprogram:
        set_address pump_start
        .byte 3, 9
        row
#if FLAW_row_file
        .byte 4, 7
#endif
        set_address pump_start + 8
        row
#if FLAW_rows_back
        set_address pump_start + 4
        row
#endif
        set_address pump_step
        row
        set_address pump_stop
        row
#if FLAW_end_back
        set_address pump_step
#else
        set_address .Lstop_end
#endif
        .byte 0, 1, 1
.Llines_end:
