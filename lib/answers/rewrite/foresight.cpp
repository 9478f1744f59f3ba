#include "answers/rewrite/foresight.h"

#include "answers/rewrite/walk.h"

namespace symkit::rewrite {
namespace {

// Images in the lists of reports that were passed on the way to a later line. A log with more is not read
// ahead further.
constexpr std::size_t most_kept = 200'000;

}  // namespace

Foresight::Foresight(std::unique_ptr<io::Input> log, std::uint64_t report, std::uint64_t boot)
    : log_(std::move(log)), lines_(*log_), first_report_(report), first_boot_(boot) {}

Foresight::~Foresight() = default;

bool Foresight::helps(const crashlog::Frame& frame) {
  const bool has_place =
      frame.load_address || frame.slide || frame.file_address || frame.image_offset || frame.symbol_offset;
  return frame.runtime_address && !has_place && !frame.stands_alone;
}

std::uint64_t Foresight::report_here() const { return first_report_ + walk_->report().reports_begun(); }
std::uint64_t Foresight::boot_here() const { return first_boot_ + walk_->report().boots_begun(); }

// Most logs need no second reader: it is made for the first frame that needs it.
void Foresight::begin() {
  if (walk_) return;
  walk_.reset(new Walk(*this));
  walk_->show_beginning(*log_);
}

bool Foresight::look(const crashlog::Frame& frame, crashlog::Report& report) {
  const bool is_of_kernel = *frame.runtime_address >> 63 != 0;
  return is_of_kernel ? look_for_slide(report) : look_for_images(report);
}

bool Foresight::look_for_images(crashlog::Report& report) {
  const std::uint64_t number = report.reports_begun();
  if (asked_report_ == number) return false;
  asked_report_ = number;
  begin();
  while (report_here() <= number && read_line()) {
  }
  images_.erase(images_.begin(), images_.lower_bound(number));
  const auto found = images_.find(number);
  if (found == images_.end() || found->second.all().size() <= report.images().size()) return false;
  report.foresee(found->second);
  return true;
}

bool Foresight::look_for_slide(crashlog::Report& report) {
  const std::uint64_t boot = report.boots_begun();
  if (asked_boot_ == boot) return false;
  asked_boot_ = boot;
  begin();
  while (!slides_.contains(boot) && boot_here() <= boot && read_line()) {
  }
  slides_.erase(slides_.begin(), slides_.lower_bound(boot));
  const auto found = slides_.find(boot);
  if (found == slides_.end() || report.kernel_slide()) return false;
  report.set_kernel_slide(found->second);
  return true;
}

// Reads one line, or several that say nothing; false at the end.
bool Foresight::read_line() {
  if (ended_) return false;
  if (walk_->take_plain(lines_)) return true;
  const auto line = lines_.next();
  ended_ = !line || !*line;
  if (ended_) {
    walk_->finish();
  } else {
    walk_->take(**line, 0);  // nobody asks for its number
  }
  if (const auto slide = walk_->report().kernel_slide()) slides_.insert_or_assign(boot_here(), *slide);
  return !ended_;
}

void Foresight::frames(FramesOfLine& line) {
  while (line.next()) {
  }
}

void Foresight::image(const crashlog::ListedImage& image) {
  if (in_document_ || kept_ == most_kept) return;
  ++kept_;
  images_[report_here()].add(image);
}

}  // namespace symkit::rewrite
