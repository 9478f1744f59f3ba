// A frame in the output of bcc's tools when addresses are requested, from those with libbpf and those in
// Python:
//   0x00007f3a2c4019db take+0x5 (/srv/app/basket+0x1190)   the number is the file's own address
//   0xffffffff81a3c2d0 do_exit+0x56
//   7f3a2c4019db     b'take+0x5 [basket]'                   padded to 16
#pragma once

#include <optional>
#include <string_view>

#include "reports/profile/stack_builder.h"

namespace symkit::profile {

// The text of Python's bytes, "b'take'".
std::string_view without_quotes(std::string_view text);

struct BpfFrame {
  std::uint32_t location = 0;
  bool is_of_kernel = false;
};

// Nothing where it says no more than a name. What the address is of depends on whose code it is.
std::optional<BpfFrame> take_bpf_frame(StackBuilder& builder, std::string_view text, AddressOf in_kernel,
                                       AddressOf in_program);

}  // namespace symkit::profile
