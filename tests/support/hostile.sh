# Names that do harm where they are printed raw, for golden cases: hostile puts bytes for placeholders of the same
# length, so that files of any kind keep their form. An escape sequence, a line break, a tab, the one byte that some
# terminals take for an escape sequence, a mark that turns text round, a space without width; and an é, which stays.
hostile() {
  LC_ALL=C sed -e 's/_E_/\x1b[7/g; s/_N_/a\nb/g; s/_T_/a\tb/g; s/_C_/a\x9bb/g' \
    -e 's/_R_/\xe2\x80\xae/g; s/_Z_/\xe2\x80\x8b/g; s/_L_/a\xc3\xa9/g'
}

# hostile_library FOLDER FILE: a library with such names of functions and of FILE, its source.
hostile_library() {
  cat > "$1/hostile.c" << END
#line 7 "$2"
int red_E__R__Z__C__L_(int a) { return a + 1; }
__attribute__((always_inline)) static inline int within_E__N_(int *a) { return *a + 1; }
int outer_T_(int *a) { return within_E__N_(a); }
END
  cc -g -O1 -fPIC -shared -nostdlib -Wl,--build-id=0x00112233445566778899aabbccddeeff00112233 \
    -Wl,-soname,own_E__R_name -o "$1/hostile.so" "$1/hostile.c"
  hostile < "$1/hostile.so" > "$1/$(echo 'lib_E__T_.so' | hostile)"
  rm "$1/hostile.c" "$1/hostile.so"
}
