// Values of number tokens, and functions that nobody calls, for the linker to strip.
#include "tokenizer.h"

static u32 error_count;
static const char* last_error;

static FIXTURE_INLINE i64 append_digit(i64 value, u8 digit) {
  return value * 10 + (digit - '0');
}

static FIXTURE_INLINE i64 digits_value(const u8* at, const u8* end) {
  i64 value = 0;
  while (at < end && is_digit(*at)) value = append_digit(value, *at++);
  return value;
}

FIXTURE_KEEP i64 number_value(const struct token* t) {
  const u8* end = t->start + t->length;
  if (t->length && *t->start == '-') return -digits_value(t->start + 1, end);
  return digits_value(t->start, end);
}

__attribute__((visibility("hidden"))) i64 number_sum(const struct token* tokens, usize count) {
  i64 sum = 0;
  for (usize i = 0; i < count; i++) sum += digits_value(tokens[i].start, tokens[i].start + tokens[i].length);
  return sum;
}

__attribute__((visibility("hidden"))) u32 number_parity(const struct token* t) {
  return t->length ? (u32)(t->start[t->length - 1] & 1) : 0;
}

FIXTURE_KEEP void token_error(const struct cursor* c, const char* what) {
  error_count += c->line;
  last_error = what;
}
