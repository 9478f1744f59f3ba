// A position in a text that is never read past its end.
#ifndef CURSOR_H
#define CURSOR_H
#include "character.h"

struct cursor {
  const u8* at;
  const u8* end;
  u32 line;
};

static FIXTURE_INLINE int cursor_peek(const struct cursor* c) {
  return c->at < c->end ? *c->at : -1;
}

static FIXTURE_INLINE int cursor_next(struct cursor* c) {
  int byte = cursor_peek(c);
  if (byte < 0) return byte;
  if (byte == '\n') c->line++;
  c->at++;
  return byte;
}

static FIXTURE_INLINE void cursor_skip_blanks(struct cursor* c) {
  while (c->at < c->end && is_blank((u8)cursor_peek(c))) cursor_next(c);
}
#endif
