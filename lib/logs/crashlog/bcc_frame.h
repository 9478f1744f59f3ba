// A frame in the words of bcc's tools, those with libbpf and those in Python. The text is a line's, or an
// element of a folded stack:
//   0x000055c13613ba90 price+0x34 (/opt/kiosk+0x1a90)   the second number is the file's own address
//   0x000055c13613ba90	price+0x34 [kiosk]
//   b'price+0x34 [kiosk]'
//   55d0c1a2b190     b'price+0x34 [kiosk]'              padded to 16
//   0xffffffff81a3c2d0 do_exit+0x56
#pragma once

#include <string_view>

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

// The text of Python's bytes, "b'take'".
std::string_view without_quotes(std::string_view text);

// Takes what the text says: an address, a name, an offset, an image. False if it does not say the image.
bool read_bcc_frame(std::string_view text, Frame& frame);

}  // namespace symkit::crashlog
