// Where one log is answered: what reads it, remembers of images, mappings and maps what the last logs needed,
// and gives frames of all three kinds their names in one pass. One thread's own while a log is on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "answers/retrace/retracer.h"
#include "answers/retrace/store_mappings.h"
#include "answers/sourcemap/finder.h"
#include "answers/sourcemap/resolver.h"
#include "answers/symbolize/frame_resolver.h"
#include "find/locate/locator.h"
#include "ground/base/diagnostics.h"
#include "ground/io/input.h"
#include "ground/print/output.h"
#include "reports/group/named_logs.h"
#include "reports/group/report.h"
#include "reports/group/sites.h"
#include "serve/service/bounded_log.h"
#include "serve/service/discretion.h"

namespace symkit::service {

// What all desks share.
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

// Of one log: frames that it has, and how many of them were answered.
struct Tally {
  std::uint64_t lines = 0;
  std::uint64_t frames = 0;
  std::uint64_t resolved = 0;

  void add(const Tally& other);
};

class Desk {
 public:
  Desk(const Sources& sources, std::shared_ptr<const locate::Search> search);

  // Everything that the log has goes to the output, with what is known of its frames. An error, too, where
  // the log is more than it may be.
  Result<Tally> answer(std::unique_ptr<io::Input> log, const Wish& wish, LogBound& bound,
                       print::Output& output);

  // The crashes that a log tells of, one after the other, as symgroup reads them: what is known here has
  // names. `name`: what they say of where they stand; that of a bug report's part stands behind it.
  using TakeReport = std::function<void(const group::Report& report)>;
  Result<void> read_reports(std::unique_ptr<io::Input> log, const std::string& name, group::Sites& sites,
                            const TakeReport& take);

  // Frames one by one, behind begin(). An answer is valid until the next call.
  void begin();
  symbolize::FrameAnswer resolve(const FrameReference& frame) { return resolver_.resolve(frame); }
  // As profilers' own symbolizers, and symprof: as llvm-symbolizer has it.
  symbolize::FrameAnswer resolve_of_profile(const FrameReference& frame) {
    return of_profiles_.resolve(frame);
  }
  symbolize::FrameAnswer resolve_mangled(const FrameReference& frame) { return mangled_.resolve(frame); }
  // A place of Java by the id of its mapping; `line` 0: it is not known. The error says that there is none.
  Result<const retrace::Answer*> retrace(std::string_view mapping, std::string_view class_name,
                                         std::string_view method, std::uint32_t line);
  // A place of JavaScript, from 1, by its map's debug id or by its script's URL.
  sourcemap::Answer find_original(std::string_view debug_id, const std::string& url, std::uint32_t line,
                                  std::uint32_t column);
  // Whether there is anything of the image.
  bool has(const ImageReference& image) { return locator_.find(image).image != nullptr; }

 private:
  friend class LogOnDesk;

  locate::Locator locator_;
  DiscreetImages images_;
  symbolize::FrameResolver resolver_;
  symbolize::FrameResolver mangled_;
  symbolize::FrameResolver of_profiles_;
  std::shared_ptr<retrace::StoreMappings> mappings_;
  retrace::Retracer retracer_{false};
  std::string line_;  // that it reads
  sourcemap::Finder maps_;
  unsigned originals_asked_ = 0;
  sourcemap::Resolver scripts_;
  group::NamedLogs names_;
};

}  // namespace symkit::service
