// A request and its answer, independent of any HTTP library: the application decides what they mean, the
// server how they are sent.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "serve/http/memory_budget.h"

namespace symkit::http {

using Fields = std::vector<std::pair<std::string, std::string>>;

// The part of a request before the body.
struct Head {
  std::string method = {};
  std::string path = {};                     // decoded, without the query
  std::string query = {};                    // not decoded
  Fields fields = {};                        // names in lower case
  std::optional<std::uint64_t> length = {};  // of the body; nothing: it is sent in chunks
  bool has_body = false;
  std::string client = {};  // its address

  std::string_view field(std::string_view name) const;  // empty if the field is missing
  // The decoded value of a parameter of the query: "1" for a in "a=1&b", empty for b, nothing if it is
  // missing.
  std::optional<std::string> parameter(std::string_view name) const;
  // Empty if the query has only these parameters ("a, b"), each at most once; otherwise what is wrong
  // with it.
  std::string why_not_these(std::string_view words) const;
};

// A complete body: in memory, or in a nameless file that is deleted with it.
class Body {
 public:
  Body() = default;
  explicit Body(std::string text) : text_(std::move(text)) {}
  // `share`: the text's share of the memory budget for bodies.
  Body(std::string text, MemoryBudget::Share share) : text_(std::move(text)), share_(std::move(share)) {}
  explicit Body(int descriptor) : descriptor_(descriptor) {}
  Body(Body&& other) noexcept;
  Body& operator=(Body&& other) noexcept;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  ~Body();

  bool is_file() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  std::string& text() { return text_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  MemoryBudget::Share share_;
  int descriptor_ = -1;
};

struct Request {
  Head head = {};
  Body body = {};
};

struct Answer {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  Body body = {};
  Fields fields = {};

  static Answer text(unsigned status, std::string sentence);  // one line
  static Answer json(std::string document, unsigned status = 200);
};

}  // namespace symkit::http
