// An answer while it is written: in memory as far as that is little and there is room, else in a file without
// a name.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "serve/http/memory_budget.h"
#include "serve/http/message.h"

namespace symkit::http {

class BodyWriter {
 public:
  // `folder`: for the file.
  BodyWriter(std::string folder, std::shared_ptr<MemoryBudget> memory)
      : folder_(std::move(folder)), share_(std::move(memory)) {}
  BodyWriter(const BodyWriter&) = delete;
  BodyWriter& operator=(const BodyWriter&) = delete;
  ~BodyWriter();

  // False: there is no room, and there will be no body. It throws nothing.
  bool write(std::string_view text) noexcept;
  bool has_failed() const { return has_failed_; }
  Body take();

 private:
  bool fits(std::size_t more);
  bool write_file(std::string_view text);

  std::string folder_;
  MemoryBudget::Share share_;
  std::string memory_;
  int file_ = -1;
  bool has_failed_ = false;
};

}  // namespace symkit::http
