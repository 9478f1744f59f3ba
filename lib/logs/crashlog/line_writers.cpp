#include "logs/crashlog/line_writers.h"

#include "logs/crashlog/prefix_writer.h"

namespace symkit::crashlog {

void LineWriters::take(std::string_view prefix, bool may_count) {
  // Lines of one stack mostly have the same prefix.
  if (prefix != prefix_) {
    prefix_ = prefix;
    process_ = process_in_prefix(prefix_);
    worker_ = process_.empty() ? worker_in_prefix(prefix_) : std::string_view();
    context_ = kernel_context_in_prefix(prefix_);
  }
  if (!worker_.empty()) process_ = is_known(may_count) ? worker_ : std::string_view();
}

bool LineWriters::is_known(bool may_count) {
  if (may_count) return known_.contains(worker_);
  if (known_.size() < most) known_.emplace(worker_);
  return true;
}

}  // namespace symkit::crashlog
