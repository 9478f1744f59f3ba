// How a text of several lines is embedded in one line of a log: as a JSON string, as JSON within JSON, or
// as an element of an array with a string for each line.
#pragma once

namespace symkit {

struct Nesting {
  unsigned times = 0;         // how often it is escaped; 0: it is a line of the log itself
  bool is_element = false;    // further lines become further elements, not line ends within the string
  bool hides_angles = false;  // < and > are written as \u003c and \u003e
  // Only control characters are escaped, as syslog's servers do it: '#', or a backslash, and three octal
  // digits. NUL: it is no such text.
  char octal_mark = '\0';

  explicit operator bool() const { return times != 0; }
};

}  // namespace symkit
