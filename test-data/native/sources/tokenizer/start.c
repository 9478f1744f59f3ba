// The entry of the freestanding executable.
#include "tokenizer.h"

static const char sample[] = "{\"orders\": [1, 2, {\"price\": -40}], \"name\": \"\\u00e4\"}";

static int total_of(const char* text, usize size) {
  struct cursor c = {(const u8*)text, (const u8*)text + size, 1};
  i64 total = 0;
  for (;;) {
    struct token t = tokenizer_next(&c);
    if (t.kind == TOKEN_END || t.kind == TOKEN_ERROR) return (int)total;
    if (t.kind == TOKEN_NUMBER) total += number_value(&t);
  }
}

FIXTURE_KEEP int main(void) {
  return total_of(sample, sizeof sample - 1) + document_depth((const u8*)sample, sizeof sample - 1);
}

FIXTURE_KEEP void _start(void) {
  volatile int result = main();
  for (;;) result++;
}
