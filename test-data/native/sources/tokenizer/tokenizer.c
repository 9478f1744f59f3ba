// Cuts a JSON text into tokens.
#include "tokenizer.h"

#include "escape.h"

static u32 checks_made;

static FIXTURE_NOINLINE int check(const struct cursor* c, usize length) {
  checks_made++;
  return (usize)(c->end - c->at) >= length;
}

static FIXTURE_INLINE struct token token_between(enum token_kind kind, const u8* from, const u8* to) {
  struct token t = {kind, from, (usize)(to - from)};
  return t;
}

static FIXTURE_NOINLINE struct token read_string(struct cursor* c) {
  const u8* start = c->at;
  cursor_next(c);
  for (;;) {
    int byte = cursor_next(c);
    if (byte == '"') return token_between(TOKEN_STRING, start, c->at);
    if (byte < 0) {
      token_error(c, "string without end");
      return token_between(TOKEN_ERROR, start, c->at);
    }
    if (byte == '\\' && escape_skip(c) < 0) {
      token_error(c, "unknown escape");
      return token_between(TOKEN_ERROR, start, c->at);
    }
  }
}

static struct token read_number(struct cursor* c) {
  const u8* start = c->at;
  if (cursor_peek(c) == '-') cursor_next(c);
  while (cursor_peek(c) >= 0 && is_digit((u8)cursor_peek(c))) cursor_next(c);
  return token_between(TOKEN_NUMBER, start, c->at);
}

static struct token read_word(struct cursor* c, usize length) {
  const u8* start = c->at;
  if (!check(c, length)) {
    token_error(c, "word cut short");
    c->at = c->end;
    return token_between(TOKEN_ERROR, start, c->at);
  }
  c->at += length;
  return token_between(TOKEN_WORD, start, c->at);
}

FIXTURE_KEEP struct token tokenizer_next(struct cursor* c) {
  cursor_skip_blanks(c);
  switch (cursor_peek(c)) {
    case -1:
      return token_between(TOKEN_END, c->at, c->at);
    case '"':
      return read_string(c);
    case 't':
    case 'n':
      return read_word(c, 4);
    case 'f':
      return read_word(c, 5);
    case '{':
    case '}':
    case '[':
    case ']':
    case ',':
    case ':': {
      const u8* start = c->at;
      cursor_next(c);
      return token_between(TOKEN_PUNCTUATION, start, c->at);
    }
    default:
      return read_number(c);
  }
}
