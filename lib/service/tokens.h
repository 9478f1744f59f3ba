// Who may ask, and who may upload: by the token that a request brings along, "Authorization: Bearer …".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace symkit::service {

enum class Right : std::uint8_t { Read, Write };

class Tokens {
 public:
  // A file of lines "read TOKEN" and "write TOKEN", which may read, too. Empty lines and those that begin
  // with # say nothing.
  static Result<Tokens> read(const std::string& path);

  // Without any everybody may do everything.
  bool empty() const { return tokens_.empty(); }
  // `authorization`: what the field of that name has, "Bearer …".
  bool allow(std::string_view authorization, Right right) const;

 private:
  struct Token {
    std::string text;
    Right right = Right::Read;
  };
  std::vector<Token> tokens_;
};

}  // namespace symkit::service
