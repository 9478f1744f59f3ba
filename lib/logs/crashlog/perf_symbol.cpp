#include "logs/crashlog/perf_symbol.h"

#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {

bool read_perf_symbol(std::string_view text, Frame& frame) {
  if (text == "[unknown]" || text.starts_with("0x")) return true;  // the latter is from bpftrace
  const std::size_t plus = text.rfind('+');
  frame.symbol = text;
  if (plus == std::string_view::npos) return false;
  Scanner at(text, plus + 1);
  auto offset = at.prefixed_hex();
  if (!offset) offset = at.decimal();  // from bpftrace
  if (!offset || !at.at_end()) return false;
  frame.symbol = text.substr(0, plus);
  frame.symbol_offset = usable(*offset, frame);
  return true;
}

std::string_view take_perf_file_offset(std::string_view dso, Frame& frame) {
  const std::size_t plus = dso.rfind("+0x");
  if (plus == std::string_view::npos) return dso;
  Scanner at(dso, plus + 1);
  const auto offset = at.prefixed_hex();
  if (!offset || !at.at_end()) return dso;
  frame.file_offset = usable(*offset, frame);
  return dso.substr(0, plus);
}

bool take_perf_kernel(std::string_view dso, Frame& frame) {
  if (dso.starts_with("[kernel.") || dso.starts_with("[guest.kernel.") || dso == "/proc/kcore") {
    frame.image.name = "vmlinux";
    return true;
  }
  if (!frame.runtime_address || !is_of_kernel(*frame.runtime_address) || !dso.starts_with('[') ||
      !dso.ends_with(']'))
    return false;
  frame.image.name = dso.substr(1, dso.size() - 2);
  return true;
}

}  // namespace symkit::crashlog
