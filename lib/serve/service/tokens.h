// Grants access by the token of a request, "Authorization: Bearer …": who may read, who may upload, and
// for which project.
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
  // Instead of a project's name: what all projects share.
  static constexpr std::string_view shared = "*";

  // A file of lines "read TOKEN" and "write TOKEN", which also allows reading; with projects, "read TOKEN
  // PROJECT". Empty lines and lines that begin with # are ignored.
  enum class Lines : std::uint8_t { Plain, WithProjects };
  static Result<Tokens> read(const std::string& path, Lines lines = Lines::Plain);

  // Without tokens everybody may do everything.
  bool empty() const { return tokens_.empty(); }

  struct Grant {
    Right right = Right::Read;
    std::string_view project = {};  // empty: the shared project

    bool allows(Right wanted) const { return wanted == Right::Read || right == Right::Write; }
  };
  // `authorization`: the value of that header field, "Bearer …". Nothing: the token is unknown.
  std::optional<Grant> grant(std::string_view authorization) const;

  // Every named project once.
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
