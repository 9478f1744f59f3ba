// Rewrites the texts of a run one after the other. Parts of a bug report get headings, and their lines are
// counted separately.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "answers/rewrite/native_rewriter.h"
#include "ground/stream/log_pass.h"
#include "logs/android/log_parts.h"
#include "symlookup/managed_names.h"

namespace symkit::symlookup {

class TextRewriter {
 public:
  // All arguments must outlive it.
  TextRewriter(const rewrite::NativeWork& work, const crashlog::Knowledge& known,
               rewrite::AddressLines* addresses, ManagedNames& managed);

  Result<void> rewrite(android::LogPart& part);

  std::uint64_t lines() const { return lines_of_logs_ + lines_of_parts_; }
  // Problems of the logs themselves.
  std::map<std::string, std::size_t> problems() const;

 private:
  Result<void> rewrite_part(android::LogPart& part);
  Result<void> rewrite_by(rewrite::NativeRewriter& rewriter, const android::LogPart& part,
                          std::uint64_t& lines);

  rewrite::NativeWork work_;
  const crashlog::Knowledge& known_;
  rewrite::AddressLines* addresses_;
  ManagedNames& managed_;
  rewrite::NativeRewriter of_logs_;
  std::uint64_t lines_of_logs_ = 0;
  std::uint64_t lines_of_parts_ = 0;
  std::map<std::string, std::size_t> problems_of_parts_;
  bool is_first_ = true;
};

}  // namespace symkit::symlookup
