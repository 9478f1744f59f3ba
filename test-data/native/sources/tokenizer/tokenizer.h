#ifndef TOKENIZER_H
#define TOKENIZER_H
#include "cursor.h"

enum token_kind { TOKEN_END, TOKEN_PUNCTUATION, TOKEN_STRING, TOKEN_NUMBER, TOKEN_WORD, TOKEN_ERROR };

struct token {
  enum token_kind kind;
  const u8* start;
  usize length;
};

struct token tokenizer_next(struct cursor* c);
i64 number_value(const struct token* t);
int document_depth(const u8* text, usize size);
void token_error(const struct cursor* c, const char* what) __attribute__((cold));
#endif
