// Which revision each build was made of, by the ids of its images: a file with a line "ID REVISION" for each;
// '#' begins a comment. Who changed a group's lines is asked of the build that crashed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "reports/group/signature.h"
#include "symgroup/suspects.h"

namespace symkit::symgroup {

class Revisions {
 public:
  Revisions() = default;
  // Errors name the file and its line.
  static Result<Revisions> open(const std::string& path);

  // Of the build that the first of these frames is of which it knows; empty: of none.
  std::string of(const group::Signature& signature) const;

 private:
  std::map<std::string, std::string, std::less<>> by_id_;
};

// Asks for suspects by each group's own revision, and by that of all where none is known.
class Blames {
 public:
  Blames(Blame of_all, std::string repository, std::string since, Revisions revisions)
      : of_all_(std::move(of_all)),
        repository_(std::move(repository)),
        since_(std::move(since)),
        revisions_(std::move(revisions)) {}

  Suspects of(const group::Signature& signature);

 private:
  static constexpr std::size_t most_revisions = 50;  // each costs a few processes

  Blame of_all_;
  std::string repository_;
  std::string since_;
  Revisions revisions_;
  std::map<std::string, std::unique_ptr<Blame>, std::less<>> by_revision_;
};

}  // namespace symkit::symgroup
