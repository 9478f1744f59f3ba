// Escapes inside strings: the innermost of four inlined layers.
#ifndef ESCAPE_H
#define ESCAPE_H
#include "cursor.h"

static FIXTURE_INLINE int escape_hex_digit(struct cursor* c) {
  int byte = cursor_next(c);
  return byte < 0 ? -1 : hex_value((u8)byte);
}

static FIXTURE_INLINE int escape_code_unit(struct cursor* c) {
  int value = 0;
  for (int i = 0; i < 4; i++) {
    int digit = escape_hex_digit(c);
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

static FIXTURE_INLINE int escape_skip(struct cursor* c) {
  int byte = cursor_next(c);
  switch (byte) {
    case 'u':
      return escape_code_unit(c);
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
      return byte;
    default:
      return -1;
  }
}
#endif
