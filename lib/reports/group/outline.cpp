#include "reports/group/outline.h"

#include <algorithm>

namespace symkit::group {

std::string on_one_line(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(out, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return out;
}

Outline outline_of(const Signature& signature) {
  Outline outline{.id = signature.id, .kind = on_one_line(signature.kind)};
  for (const TellingFrame& frame : signature.frames) {
    if (frame.is_message) {
      outline.message = on_one_line(frame.key);
    } else if (outline.frames.size() < Outline::most_frames) {
      outline.frames.push_back(on_one_line(frame.key));
    }
  }
  return outline;
}

}  // namespace symkit::group
