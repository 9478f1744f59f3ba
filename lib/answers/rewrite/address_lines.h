// Lines that hold only addresses, for users who have said which image the addresses belong to. Without
// that, such lines are plain text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/lines.h"

namespace symkit::rewrite {

// A run of lines that are addresses and have been answered.
struct AddressRun {
  std::uint64_t lines = 0;
  std::optional<io::Line> next;  // the first line that is not an address; none at the end of the input
};

class AddressLines {
 public:
  virtual ~AddressLines() = default;

  // Whether the line is one address.
  virtual bool is_address(std::string_view line) const = 0;
  // Answers a line that holds one or more addresses and nothing else. False if it holds anything else.
  virtual bool answer_line(std::string_view line) = 0;
  // Appends what the numbers in a line may be, to follow the line. False, appending nothing, if guesses
  // are not wanted or nothing is known.
  virtual bool append_guess(std::string_view /*line*/, std::string& /*out*/) { return false; }
  // After a line was answered: answers the address lines already available after it, if there are many.
  // Otherwise answers none and returns no `next`.
  virtual Result<AddressRun> answer_waiting(io::Lines& lines) = 0;

 protected:
  AddressLines() = default;
  AddressLines(const AddressLines&) = default;
  AddressLines& operator=(const AddressLines&) = default;
};

}  // namespace symkit::rewrite
