// How a text of several lines stands within one line of a log: as a string of JSON, of JSON within JSON, or
// as an element of an array that has a string for each line.
#pragma once

namespace symkit {

struct Nesting {
  unsigned times = 0;         // how often it is escaped; 0: it is a line of the log itself
  bool is_element = false;    // further lines become further elements, not line ends within the string
  bool hides_angles = false;  // < and > are written as \u003c and \u003e

  explicit operator bool() const { return times != 0; }
};

}  // namespace symkit
