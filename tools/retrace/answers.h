// What is told of the answers besides the rewritten log: --format=json and --summary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "retrace/retracer.h"

namespace symkit::retrace_tool {

// One object on a line of its own: a frame with its original frames, or an exception with its original name.
void append_json(std::string& out, std::uint64_t line_number, const retrace::StackLine& line,
                 const retrace::Answer& answer);

class Summary {
 public:
  void count(const retrace::StackLine& line, const retrace::Answer& answer);
  void add(const Summary& other);
  bool any() const { return frames_ != 0; }
  void print() const;  // on stderr

 private:
  std::size_t frames_ = 0;
  std::size_t retraced_ = 0;
  std::size_t ambiguous_ = 0;
  std::size_t unknown_classes_ = 0;
  std::size_t unknown_members_ = 0;
};

}  // namespace symkit::retrace_tool
