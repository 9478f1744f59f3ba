// Finds who last changed the lines that a crash goes through, with git in a checkout. Nothing from a log
// becomes an option of git, and git fetches, writes and runs nothing. If git has no answer, there are no
// suspects.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ground/base/result.h"
#include "reports/findings/suspects.h"
#include "reports/group/signature.h"

namespace symkit::symgroup {

using findings::Suspect;
using findings::Suspects;

class Blame {
 public:
  // `revision` is the revision that was built; empty: HEAD. `since`: the last good revision; empty: not
  // known.
  Blame(std::string repository, const std::string& revision, const std::string& since);

  // Why git cannot be used; empty if it can.
  const std::string& trouble() const { return trouble_; }

  // For the lines of the first frames whose files are in the repository. If the last good revision is
  // known, only changes after it count; if none of these lines was changed since, the last commits that
  // touched their files.
  Suspects of(const group::Signature& signature);

 private:
  Result<std::string> ask(const std::vector<std::string>& words) const;
  Result<std::string> commit_of(const std::string& revision) const;
  Result<void> begin(const std::string& revision, const std::string& since);
  std::string path_of(std::string_view file) const;
  const Result<Suspect>& blamed(const std::string& path, std::uint32_t line);
  void add_who_touched(const std::vector<std::string>& paths, std::vector<Suspect>& suspects) const;

  std::string git_;
  std::string repository_;
  std::string revision_;
  std::string since_;
  bool is_of_build_;
  std::string trouble_;
  std::unordered_set<std::string> files_;
  std::map<std::pair<std::string, std::uint32_t>, Result<Suspect>> asked_;
};

}  // namespace symkit::symgroup
