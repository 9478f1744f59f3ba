// Who may ask, and who may upload, and of which project: by the token that a request brings along,
// "Authorization: Bearer …".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::service {

enum class Right : std::uint8_t { Read, Write };

class Tokens {
 public:
  // In the place of a project: what all projects see.
  static constexpr std::string_view shared = "*";

  // A file of lines "read TOKEN" and "write TOKEN", which may read, too; with projects "read TOKEN PROJECT".
  // Empty lines and those that begin with # say nothing.
  enum class Lines : std::uint8_t { Plain, WithProjects };
  static Result<Tokens> read(const std::string& path, Lines lines = Lines::Plain);

  // Without any everybody may do everything.
  bool empty() const { return tokens_.empty(); }

  struct Grant {
    Right right = Right::Read;
    std::string_view project = {};  // empty: what is shared

    bool allows(Right wanted) const { return wanted == Right::Read || right == Right::Write; }
  };
  // `authorization`: what the field of that name has, "Bearer …". Nothing: it is nobody's.
  std::optional<Grant> grant(std::string_view authorization) const;

  // All that are named, once.
  std::vector<std::string> projects() const;

 private:
  struct Token {
    std::string text;
    Right right = Right::Read;
    std::string project = {};
  };
  Result<void> add(Token token);

  std::vector<Token> tokens_;
};

}  // namespace symkit::service
