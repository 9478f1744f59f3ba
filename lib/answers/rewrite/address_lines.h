// Lines that are nothing but addresses, for users who have said which image they are of. Without that they
// are text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/lines.h"

namespace symkit::rewrite {

// Lines that are addresses, and were answered.
struct AddressRun {
  std::uint64_t lines = 0;
  std::optional<io::Line> next;  // the first that is none; nothing at the end of the input
};

class AddressLines {
 public:
  virtual ~AddressLines() = default;

  // Whether it is one address.
  virtual bool is_address(std::string_view line) const = 0;
  // Whether the line is an address, or several, and nothing else: then they were answered.
  virtual bool answer_line(std::string_view line) = 0;
  // What numbers in a line may be, for behind it; false, and nothing, where that is not wanted or not known.
  virtual bool append_guess(std::string_view /*line*/, std::string& /*out*/) { return false; }
  // After a line was answered: those at hand behind it, where they are many. Else none, and no next.
  virtual Result<AddressRun> answer_waiting(io::Lines& lines) = 0;

 protected:
  AddressLines() = default;
  AddressLines(const AddressLines&) = default;
  AddressLines& operator=(const AddressLines&) = default;
};

}  // namespace symkit::rewrite
