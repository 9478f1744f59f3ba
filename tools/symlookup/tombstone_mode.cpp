#include "symlookup/tombstone_mode.h"

#include <utility>
#include <vector>

#include "ground/base/return_address.h"
#include "ground/base/words.h"
#include "ground/print/log_frames.h"

namespace symkit::symlookup {

Result<void> TombstoneNames::write(const android::LogPart& part, print::Output& output) {
  const std::string& name = part.name.empty() && part.input ? part.input->name() : part.name;
  if (part.tombstone.empty() || !part.name.empty())
    return fail(say(name, ": is not a tombstone in protobuf; --format=protobuf is for these only"));
  const auto tombstone = android::read_tombstone(part.tombstone);
  if (!tombstone) return fail(tombstone.error().within(name));
  resolver_.begin_log();
  if (const auto seen = see_frames(part.tombstone, android::architecture_of(tombstone->architecture)); !seen)
    return fail(seen.error().within(name));
  const auto named =
      android::with_names(part.tombstone, [&](const android::Backtrace& one) { return name_of(one); });
  if (!named) return fail(named.error().within(name));
  output.write(*named);
  return {};
}

// All frames are seen before the first is resolved: a frame's caller may show which of several functions
// it is in.
Result<void> TombstoneNames::see_frames(std::string_view tombstone, Architecture architecture) {
  StackPosition position;
  frames_.clear();
  const auto walked = android::with_names(tombstone, [&](const android::Backtrace& one) {
    position.settle(frames_.emplace_back(android::frame_of(one, architecture)));
    return std::nullopt;
  });
  if (!walked) return fail(walked.error());
  std::vector<const FrameReference*> seen;
  for (const crashlog::Frame& frame : frames_)
    if (!frame.image.name.empty()) seen.push_back(&frame);
  resolver_.see_stack(seen);
  return {};
}

// What the same frame has in the tombstone's text.
std::optional<android::FunctionName> TombstoneNames::name_of(const android::Backtrace& frame) {
  const crashlog::Frame found = frames_.front();
  frames_.pop_front();
  if (found.image.name.empty()) return std::nullopt;
  const symbolize::FrameAnswer answer = resolver_.resolve(found);
  const print::Located& located = description_.describe(answer, found);
  tally_.count(located, found, answer);
  if (!located.frames.empty() && !located.frames.back().function.empty()) {
    android::FunctionName name{std::string(located.frames.back().function),
                               located.offset_from_function.value_or(0)};
    print::append_others(name.name, located, all_folded_);
    return name;
  }
  std::string method = managed_.method_of(frame.function);
  if (method.empty()) return std::nullopt;
  return android::FunctionName{std::move(method), frame.function_offset};
}

}  // namespace symkit::symlookup
