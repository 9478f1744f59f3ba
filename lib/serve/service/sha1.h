// SHA-1, by which sentry-cli names files and pieces of them: 40 hexadecimal digits. It is used only to
// recognize equal content, never for security.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::service {

class Sha1 {
 public:
  Sha1();
  ~Sha1();
  Sha1(const Sha1&) = delete;
  Sha1& operator=(const Sha1&) = delete;

  void add(Bytes bytes);
  std::string digits();  // of everything added; call it once

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha1_of(Bytes bytes);
// 40 lower-case hexadecimal digits, and therefore safe in a path.
bool is_sha1(std::string_view text);

}  // namespace symkit::service
