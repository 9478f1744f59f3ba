#include "symcore/names.h"

#include <utility>

#include "answers/rewrite/native_rewriter.h"
#include "common/symbol_places.h"
#include "find/locate/unwind_tables.h"
#include "ground/io/input.h"
#include "ground/stream/log_pass.h"

namespace symkit::symcore {
namespace {

class Count final : public rewrite::Tally {
 public:
  Count(std::uint64_t& frames, std::uint64_t& named) : frames_(frames), named_(named) {}
  void count(const print::Located& /*located*/, const crashlog::Frame& /*frame*/,
             const symbolize::FrameAnswer& answer) override {
    ++frames_;
    if (answer.resolution != nullptr) ++named_;
  }
  void gave_up_waiting() override {}

 private:
  std::uint64_t& frames_;
  std::uint64_t& named_;
};

}  // namespace

Names::Names(const Options& options, tools::Console& console, std::unique_ptr<print::Progress> progress,
             const locate::Places& places)
    : progress_(std::move(progress)),
      places_(places),
      search_(std::make_shared<const locate::Search>(places_)),
      locator_(search_, tools::indexing_on_demand(options.places, *progress_, console)),
      resolver_(locator_, symbolize::Dialect::Atos) {}

Result<std::unique_ptr<Names>> Names::open(const Options& options, tools::Console& console) {
  auto progress = std::make_unique<print::Progress>(options.places.progress);
  const auto places = tools::open_places(options.places, *progress, console);
  if (!places) return fail(places.error());
  return std::unique_ptr<Names>(new Names(options, console, std::move(progress), *places));
}

std::unique_ptr<const unwind::Table> Names::table_of(const dumps::LoadedImage& image) const {
  return locate::stored_table(search_->store(), image.id, image.begin_in_file());
}

Result<void> Names::write(std::string report, print::Output& output, const tools::Console& console) {
  Count count(frames_, named_);
  rewrite::NativeWork work{resolver_, output, count};
  work.style = {.inlined_frames = true, .full_path = true, .color = console.color_on_stdout()};
  rewrite::NativeRewriter rewriter(work);
  stream::LogPass log(rewriter, &output);
  return log.read(*io::Input::of_memory(std::move(report), "the report"));
}

}  // namespace symkit::symcore
