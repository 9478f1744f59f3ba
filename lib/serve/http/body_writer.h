// An answer while it is written: in memory while it is small and the budget allows, otherwise in a
// nameless file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "serve/http/memory_budget.h"
#include "serve/http/message.h"

namespace symkit::http {

class BodyWriter {
 public:
  // `folder`: where the file is created.
  BodyWriter(std::string folder, std::shared_ptr<MemoryBudget> memory)
      : folder_(std::move(folder)), share_(std::move(memory)) {}
  BodyWriter(const BodyWriter&) = delete;
  BodyWriter& operator=(const BodyWriter&) = delete;
  ~BodyWriter();

  // Returns false if there is no room; the body is then lost. Never throws.
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
