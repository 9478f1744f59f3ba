// The name that sentry-cli gives to a file, or to a piece of one: the SHA-1 of its bytes, in 40 digits. It
// tells what is the same; nothing is trusted because of it.
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
  std::string digits();  // of all that was added; once

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha1_of(Bytes bytes);
// 40 digits of hex in lower case, and so nothing that could be a path.
bool is_sha1(std::string_view text);

}  // namespace symkit::service
