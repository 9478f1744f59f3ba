// Symbolicates one log at a time: reads it, names frames of all three kinds in one pass, and keeps the
// images, mappings and source maps that recent logs needed. Used by one thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "answers/managed/only_names.h"
#include "answers/retrace/retracer.h"
#include "answers/retrace/store_mappings.h"
#include "answers/sourcemap/finder.h"
#include "answers/sourcemap/resolver.h"
#include "answers/symbolize/frame_resolver.h"
#include "find/locate/locator.h"
#include "ground/base/diagnostics.h"
#include "ground/io/input.h"
#include "ground/print/output.h"
#include "serve/service/bounded_log.h"
#include "serve/service/discretion.h"

namespace symkit::service {

class HeardCrashes;

// Shared by all desks.
struct Sources {
  locate::Places places;
  intake::Options how;
  WarningSink warn = [](const std::string&) {};
};

enum class Form : std::uint8_t { Text, Json };

struct Wish {
  Form form = Form::Text;
  bool inlined_frames = true;
  bool full_path = false;
  bool mangled_names = false;
};

// For one log: its frames, and how many of them were symbolicated.
struct LogCounts {
  std::uint64_t lines = 0;
  std::uint64_t frames = 0;
  std::uint64_t resolved = 0;

  void add(const LogCounts& other);
};

class Desk {
 public:
  Desk(const Sources& sources, std::shared_ptr<const locate::Search> search);

  // Copies the log to the output, with its frames symbolicated. Exceeding `bound` is an error, too.
  // `crashes`: hears it, too; null: nobody.
  Result<LogCounts> answer(std::unique_ptr<io::Input> log, const Wish& wish, LogBound& bound,
                           print::Output& output, HeardCrashes* crashes = nullptr);

  // Single frames, after begin(). An answer is valid until the next call.
  void begin();
  symbolize::FrameAnswer resolve(const FrameReference& frame) { return resolver_.resolve(frame); }
  // As profilers' own symbolizers and symprof do it: in the manner of llvm-symbolizer.
  symbolize::FrameAnswer resolve_of_profile(const FrameReference& frame) {
    return of_profiles_.resolve(frame);
  }
  symbolize::FrameAnswer resolve_mangled(const FrameReference& frame) { return mangled_.resolve(frame); }
  // A Java frame, by the id of its mapping; `line` 0: unknown. Fails if there is no such mapping.
  Result<const retrace::Answer*> retrace(std::string_view mapping, std::string_view class_name,
                                         std::string_view method, std::uint32_t line);
  // A JavaScript frame, by its source map's debug id or its script's URL; lines and columns are counted
  // from 1.
  sourcemap::Answer find_original(std::string_view debug_id, const std::string& url, std::uint32_t line,
                                  std::uint32_t column);
  // Whether the image can be found.
  bool has(const ImageReference& image) { return locator_.find(image).image != nullptr; }

 private:
  friend class LogOnDesk;

  locate::Locator locator_;
  DiscreetImages images_;
  symbolize::FrameResolver resolver_;
  symbolize::FrameResolver mangled_;
  symbolize::FrameResolver of_profiles_;
  retrace::StoreMappings mappings_;
  retrace::Retracer retracer_{false};
  std::string line_;  // buffer for reading
  sourcemap::Finder maps_;
  unsigned originals_asked_ = 0;
  sourcemap::Resolver scripts_;
  retrace::StoreMappings mappings_of_names_;  // which come later than those that are told as JSON
  managed::OnlyNames names_;
};

}  // namespace symkit::service
