// The place of a frame's code in its image, from the numbers in the log, or else from the memory mapping
// around its address or an offset in the file. Places given by a name and an offset need the image's
// functions: see OffsetFinder.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/code_segment.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

struct FrameOffset {
  bool is_said = false;                    // false: the log has no number from which it follows
  std::optional<ImageOffset> offset = {};  // nothing: outside of the image, or see why_not
  std::string_view why_not = {};           // if the log has, or may have, a place that cannot be determined
  bool is_usual = false;                   // the log only shows the loader, which always maps images this way

  // The log's numbers settle where the code is, or that it is not in the image.
  bool is_settled() const { return is_said && why_not.empty(); }
};

// How far the image was moved in the process; nothing if neither value is known. If both are, the slide
// is used.
inline std::optional<Slide> slide_of(std::optional<std::uint64_t> load_address,
                                     std::optional<std::uint64_t> slide, FileAddress text_base) {
  if (slide) return Slide{*slide};
  if (load_address) return symkit::slide_of(RuntimeAddress{*load_address}, text_base);
  return std::nullopt;
}

// Nothing: outside of the image.
inline std::optional<ImageOffset> offset_of(RuntimeAddress address, Slide slide, FileAddress text_base,
                                            Architecture architecture) {
  return to_offset(to_file(without_signature(address, architecture), slide), text_base);
}

// Where an image's code is in its file and in memory.
struct CodeLayout {
  std::span<const CodeSegment> segments;  // empty if unknown
  FileAddress text_base;
  Architecture architecture;
};

// Uses the log's most reliable numbers first. `load_address`: used if the log has none.
FrameOffset place_of(const FrameReference& frame, const CodeLayout& layout,
                     std::optional<std::uint64_t> load_address = {});

}  // namespace symkit::symbolize
