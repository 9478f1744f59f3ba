#include "reports/group/raw_frames.h"

#include "ground/base/words.h"

namespace symkit::group {

// As symlookup writes it: "f (one of 12: g, h, …)".
std::string RawFrames::with_others(std::string_view function, const symbolize::FoldedSet& folded) {
  std::string text = say(function, " (one of ", folded.count, ":");
  for (std::size_t i = 1; i < folded.names.size(); ++i) text += say(i == 1 ? " " : ", ", folded.names[i]);
  return text + (folded.count > folded.names.size() ? ", …)" : ")");
}

bool RawFrames::name(const FrameReference& frame, const std::function<void(const FrameText&)>& take) {
  if (resolver_.hear(frame)) return false;
  const symbolize::FrameAnswer answer = resolver_.resolve(frame);
  if (answer.resolution == nullptr || answer.resolution->frames.empty()) return false;
  for (const symbolize::ResolvedFrame& found : answer.resolution->frames)
    if (found.function.empty()) return false;
  bool is_first = true;
  const std::string build_id = frame.image.id.hex();
  for (const symbolize::ResolvedFrame& found : answer.resolution->frames) {
    const bool is_outermost = &found == &answer.resolution->frames.back();
    std::string function(found.function);
    if (is_outermost && answer.folded != nullptr && !answer.folded->is_resolved)
      function = with_others(found.function, *answer.folded);
    // An inlined call has the number of the frame that it is part of, which ends no stack.
    take({.function = function,
          .file = found.file,
          .line = found.line,
          .image = frame.image.name,
          .build_id = build_id,
          .number = is_first ? frame.number : std::nullopt});
    is_first = false;
  }
  return true;
}

}  // namespace symkit::group
