// Rewrites a log: each frame of native code that can be looked up gets its description; everything else
// passes unchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "answers/rewrite/address_lines.h"
#include "answers/rewrite/answering_walk.h"
#include "answers/rewrite/log_writer.h"

namespace symkit::rewrite {

class NativeRewriter final : public AnsweringWalk {
 public:
  // `addresses`: answers lines that hold only addresses; null: such lines are text. `also`: hears the same
  // log; null: nobody.
  explicit NativeRewriter(const NativeWork& work, const crashlog::Knowledge& known = {},
                          AddressLines* addresses = nullptr, Listener* also = nullptr);

  Result<void> take(const io::Line& line, std::uint64_t number) override;
  Result<void> take_all(std::string_view lines, std::uint64_t number) override {
    return addresses_ == nullptr ? AnsweringWalk::take_all(lines, number) : take_each(lines, number);
  }
  Result<std::uint64_t> take_many(io::Lines& lines, std::uint64_t number) override;

 private:
  void unknown(const crashlog::LogLine& line) override;
  bool answer_address(std::string_view line);

  NativeWork work_;
  AddressLines* addresses_;
  LogWriter writer_;
  std::string guess_;
  bool is_address_ = false;  // the last line was an address and has been answered
};

}  // namespace symkit::rewrite
