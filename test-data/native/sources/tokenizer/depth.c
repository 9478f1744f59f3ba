// How deeply a document nests: recursion, a static `check` like tokenizer.c's, a tail call.
#include "tokenizer.h"

static FIXTURE_NOINLINE int check(int depth, int limit) {
  return depth < limit ? depth : limit;
}

static FIXTURE_NOINLINE int depth_below(struct cursor* c, int depth) {
  int deepest = depth;
  for (;;) {
    struct token t = tokenizer_next(c);
    if (t.kind == TOKEN_END || t.kind == TOKEN_ERROR) return deepest;
    if (t.kind != TOKEN_PUNCTUATION) continue;
    if (*t.start == '{' || *t.start == '[') {
      int inner = depth_below(c, depth + 1);
      deepest = inner > deepest ? inner : deepest;
    } else if (*t.start == '}' || *t.start == ']') {
      return deepest;
    }
  }
}

FIXTURE_KEEP int document_depth(const u8* text, usize size) {
  struct cursor c = {text, text + size, 1};
  return check(depth_below(&c, 0), 512);
}
