#include "symlookup/text_rewriter.h"

#include <utility>

#include "common/log_texts.h"

namespace symkit::symlookup {

TextRewriter::TextRewriter(const rewrite::NativeWork& work, const crashlog::Knowledge& known,
                           rewrite::AddressLines* addresses, retrace::LogNames* java)
    : work_(work), known_(known), addresses_(addresses), java_(java), of_logs_(work, known, addresses) {}

Result<void> TextRewriter::rewrite(android::LogPart& part) {
  if (!work_.json) work_.output.write(tools::heading_of(part, is_first_));
  is_first_ = false;
  if (!part.input) return {};
  if (java_ != nullptr) part.input = java_->translated(std::move(part.input), part.name);
  return part.name.empty() ? of_logs_.rewrite(*part.input) : rewrite_part(part);
}

Result<void> TextRewriter::rewrite_part(android::LogPart& part) {
  work_.log = part.name;
  rewrite::NativeRewriter rewriter(work_, known_, addresses_);
  const auto done = rewriter.rewrite(*part.input);
  lines_of_parts_ += rewriter.lines();
  for (const auto& [problem, times] : rewriter.problems()) problems_of_parts_[problem] += times;
  return done;
}

std::map<std::string, std::size_t> TextRewriter::problems() const {
  auto all = of_logs_.problems();
  for (const auto& [problem, times] : problems_of_parts_) all[problem] += times;
  return all;
}

}  // namespace symkit::symlookup
