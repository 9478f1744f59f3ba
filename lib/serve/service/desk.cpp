#include "serve/service/desk.h"

#include <utility>

#include "answers/retrace/message.h"
#include "answers/rewrite/native_rewriter.h"
#include "ground/base/words.h"
#include "ground/stream/log_pass.h"
#include "logs/android/log_parts.h"
#include "serve/service/kept_reports.h"

namespace symkit::service {

void LogCounts::add(const LogCounts& other) {
  lines += other.lines;
  frames += other.frames;
  resolved += other.resolved;
}

// One log in progress: JavaScript frames are named first, then Java's, then native ones.
class LogOnDesk {
 public:
  LogOnDesk(Desk& desk, const Wish& wish, LogBound& bound, print::Output& output, HeardCrashes* crashes)
      : desk_(desk),
        wish_(wish),
        bound_(bound),
        output_(output),
        crashes_(crashes),
        script_tally_(counts_),
        native_tally_(counts_),
        scripts_{desk.maps_, desk.scripts_, output, script_tally_, {.json = is_json(), .beside_java = true}},
        java_{{{is_json(), false}},
              desk.mappings_,
              output,
              is_json() ? retrace::Told::Known : retrace::Told::Nothing,
              true},
        native_{wish.mangled_names ? desk.mangled_ : desk.resolver_, output, native_tally_} {
    native_.style.inlined_frames = wish.inlined_frames;
    native_.style.full_path = wish.full_path;
    native_.json = is_json();
    native_.rename = [&desk](std::string_view image, std::string_view symbol) {
      return retrace::original_symbol(image, symbol, desk.mappings_.current());
    };
    native_.tells_symbols = true;
  }

  Result<void> take(android::LogPart& part) {
    if (!part.name.empty() && !is_json()) write_heading(part);
    if (!part.input) return {};
    native_.log = java_.how.log = part.name;
    part.input = bounded(std::move(part.input), bound_);
    group::LogReader* const reader = crashes_ == nullptr ? nullptr : &crashes_->reader_of(part.name);
    rewrite::NativeRewriter rewriter(native_, known_, nullptr, reader);
    // Where frames are told as JSON, the log passes on without their names.
    const bool lacks_names = reader != nullptr && is_json();
    managed::ManagedLines named =
        lacks_names ? desk_.names_.before(rewriter) : managed::ManagedLines({}, rewriter);
    managed::ManagedLines managed({java_, scripts_}, named.first());
    stream::LogPass log(managed.first(), &output_);
    const auto done = log.read(*part.input);
    counts_.lines += log.lines();
    counts_.frames += managed.java_counts().frames;
    counts_.resolved += managed.java_counts().retraced;
    return done;
  }

  const LogCounts& counts() const { return counts_; }

 private:
  class NativeTally final : public rewrite::Tally {
   public:
    explicit NativeTally(service::LogCounts& counts) : counts_(counts) {}
    void count(const print::Located& /*located*/, const crashlog::Frame& /*frame*/,
               const symbolize::FrameAnswer& answer) override {
      ++counts_.frames;
      if (answer.resolution != nullptr) ++counts_.resolved;
    }
    void gave_up_waiting() override {}

   private:
    service::LogCounts& counts_;
  };

  class ScriptTally final : public sourcemap::Tally {
   public:
    explicit ScriptTally(service::LogCounts& counts) : counts_(counts) {}
    void count(const script::StackFrame& /*frame*/, const sourcemap::Answer& answer) override {
      ++counts_.frames;
      if (!answer.frames.empty()) ++counts_.resolved;
    }

   private:
    service::LogCounts& counts_;
  };

  bool is_json() const { return wish_.form == Form::Json; }
  void write_heading(const android::LogPart& part) {
    output_.write(say(is_first_ ? "" : "\n", "==> ", part.name,
                      " <==", part.same_as.empty() ? "" : say(" the same crash as ", part.same_as), "\n"));
    is_first_ = false;
  }

  Desk& desk_;
  const Wish& wish_;
  LogBound& bound_;
  print::Output& output_;
  HeardCrashes* crashes_;
  service::LogCounts counts_;
  ScriptTally script_tally_;
  NativeTally native_tally_;
  sourcemap::LogWork scripts_;
  retrace::LogWork java_;
  rewrite::NativeWork native_;
  crashlog::Knowledge known_;
  bool is_first_ = true;
};

Desk::Desk(const Sources& sources, std::shared_ptr<const locate::Search> search)
    : locator_(std::move(search), sources.how),
      images_(locator_, sources.places.symbols),
      resolver_(images_, symbolize::Dialect::Atos),
      mangled_(images_, symbolize::Dialect::Atos, symbolize::NameStyle::Mangled),
      of_profiles_(images_, symbolize::Dialect::Llvm),
      mappings_(store::open_shelf(sources.places.stores, sources.places.opening), [](const std::string&) {}),
      maps_({.maps = {}, .folders = {}, .stores = sources.places.stores, .opening = sources.places.opening},
            sources.warn),
      scripts_(maps_, {}),
      mappings_of_names_(store::open_shelf(sources.places.stores, sources.places.opening),
                         [](const std::string&) {}),
      names_(maps_, scripts_, mappings_of_names_) {}

Result<LogCounts> Desk::answer(std::unique_ptr<io::Input> log, const Wish& wish, LogBound& bound,
                               print::Output& output, HeardCrashes* crashes) {
  mappings_.begin_log();
  mappings_of_names_.begin_log();
  maps_.begin_log();
  LogOnDesk here(*this, wish, bound, output, crashes);
  std::string trouble;
  const auto tell = [&](const Error& error) { trouble = error.message; };
  auto done =
      android::each_part(std::move(log), tell, [&](android::LogPart& part) { return here.take(part); });
  // A part that cannot be read does not affect the others, but an exceeded bound does.
  if (done && bound.is_exceeded()) return fail(trouble);
  if (done) done = output.flush();
  if (!done) return fail(done.error());
  return here.counts();
}

void Desk::begin() {
  resolver_.begin_log();
  mangled_.begin_log();
  of_profiles_.begin_log();
  mappings_.begin_log();
  maps_.begin_log();
}

Result<const retrace::Answer*> Desk::retrace(std::string_view mapping, std::string_view class_name,
                                             std::string_view method, std::uint32_t line) {
  if (mapping.empty()) return fail("a Java place needs the id of its mapping");
  const std::string source_file = say("r8-map-id-", mapping);
  const auto chosen = mappings_.choose(source_file);
  if (!chosen) return fail(chosen.error());
  line_ = say(class_name, '.', method, '(', source_file, line == 0 ? "" : say(':', line));
  java::StackLine read;
  read.text = line_;
  read.class_name = {0, class_name.size()};
  read.method = {class_name.size() + 1, class_name.size() + 1 + method.size()};
  read.source_file = {read.method.end + 1, read.method.end + 1 + source_file.size()};
  if (line != 0) read.line_number = {read.source_file.end, line_.size()};
  retracer_.forget();
  return retracer_.retrace(read, mappings_.current());
}

sourcemap::Answer Desk::find_original(std::string_view debug_id, const std::string& url, std::uint32_t line,
                                      std::uint32_t column) {
  sourcemap::Answer none;
  if (line == 0) none.reason = "lines are counted from 1";
  if (debug_id.empty() && url.empty()) none.reason = "a JavaScript place needs a debug id or a URL";
  if (!none.reason.empty()) return none;
  // Different requests may mean different maps by the same URL.
  const std::string file = debug_id.empty() ? url : std::string(debug_id);
  // A finder learns only this many ids for one log, but this one lives as long as the service.
  constexpr unsigned most_learned = 50'000;
  if (++originals_asked_ % most_learned == 0) maps_.begin_log();
  if (!debug_id.empty()) maps_.learn_debug_id(file, debug_id);
  const sourcemap::FoundMap& found = maps_.find(file);
  if (found.map == nullptr) none.reason = found.reason;
  if (found.map == nullptr) return none;
  const sourcemap::MapPlace place = sourcemap::place_of(found, url, line, column, false);
  return scripts_.at(*place.map, place.position);
}

}  // namespace symkit::service
