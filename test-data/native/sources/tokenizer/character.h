// What a single byte of a JSON text can be.
#ifndef CHARACTER_H
#define CHARACTER_H
#include "../integers.h"

static FIXTURE_INLINE int is_blank(u8 c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static FIXTURE_INLINE int is_digit(u8 c) {
  return c >= '0' && c <= '9';
}

static FIXTURE_INLINE int hex_value(u8 c) {
  if (is_digit(c)) return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
#endif
