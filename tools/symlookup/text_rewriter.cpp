#include "symlookup/text_rewriter.h"

#include <utility>

#include "common/log_texts.h"

namespace symkit::symlookup {

TextRewriter::TextRewriter(const rewrite::NativeWork& work, const crashlog::Knowledge& known,
                           rewrite::AddressLines* addresses, ManagedNames& managed)
    : work_(work),
      known_(known),
      addresses_(addresses),
      managed_(managed),
      of_logs_(work, known, addresses) {}

Result<void> TextRewriter::rewrite(android::LogPart& part) {
  if (!work_.json) work_.output.write(tools::heading_of(part, is_first_));
  is_first_ = false;
  if (!part.input) return {};
  return part.name.empty() ? rewrite_by(of_logs_, part, lines_of_logs_) : rewrite_part(part);
}

Result<void> TextRewriter::rewrite_part(android::LogPart& part) {
  work_.log = part.name;
  rewrite::NativeRewriter rewriter(work_, known_, addresses_);
  const auto done = rewrite_by(rewriter, part, lines_of_parts_);
  for (const auto& [problem, times] : rewriter.problems()) problems_of_parts_[problem] += times;
  return done;
}

// The lines of all logs count as those of one.
Result<void> TextRewriter::rewrite_by(rewrite::NativeRewriter& rewriter, const android::LogPart& part,
                                      std::uint64_t& lines) {
  managed::ManagedLines managed(managed_.work(part.name), rewriter);
  stream::LogPass log(managed.first(), &work_.output, part.name.empty() ? lines : 0);
  const auto done = log.read(*part.input);
  managed_.count(managed.java_counts());
  lines = part.name.empty() ? log.lines() : lines + log.lines();
  return done;
}

std::map<std::string, std::size_t> TextRewriter::problems() const {
  auto all = of_logs_.problems();
  for (const auto& [problem, times] : problems_of_parts_) all[problem] += times;
  return all;
}

}  // namespace symkit::symlookup
