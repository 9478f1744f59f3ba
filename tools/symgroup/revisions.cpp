#include "symgroup/revisions.h"

#include <algorithm>

#include "ground/base/bytes.h"
#include "ground/base/characters.h"
#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"

namespace symkit::symgroup {
namespace {

bool is_id(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return is_digit(c) || c == '-' || (lower_case(c) >= 'a' && lower_case(c) <= 'f');
  });
}

}  // namespace

Result<Revisions> Revisions::open(const std::string& path) {
  const auto file = io::MappedFile::open(path);
  if (!file) return fail(file.error());
  Revisions revisions;
  Result<void> done;
  std::size_t number = 0;
  each_line(as_text(file->bytes()), [&](std::string_view line) {
    ++number;
    line = trimmed(line);
    if (!done || line.empty() || line.front() == '#') return;
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view id = line.substr(0, end), revision = trimmed(line.substr(end));
    if (!is_id(id) || revision.empty() || revision.find_first_of(" \t") != std::string_view::npos)
      done = fail(say(path, ":", number, ": is not a build id and a revision"));
    revisions.by_id_.insert_or_assign(in_lower_case(id), std::string(revision));
  });
  if (!done) return fail(done.error());
  return revisions;
}

std::string Revisions::of(const group::Signature& signature) const {
  for (const group::TellingFrame& frame : signature.frames) {
    if (frame.build_id.empty()) continue;
    if (const auto at = by_id_.find(in_lower_case(frame.build_id)); at != by_id_.end()) return at->second;
  }
  return {};
}

Suspects Blames::of(const group::Signature& signature) {
  const std::string revision = revisions_.of(signature);
  if (revision.empty()) return of_all_.of(signature);
  auto at = by_revision_.find(revision);
  if (at == by_revision_.end()) {
    if (by_revision_.size() == most_revisions) return {.is_of_build = true, .trouble = "too many revisions"};
    at = by_revision_.emplace(revision, std::make_unique<Blame>(repository_, revision, since_)).first;
  }
  return at->second->of(signature);
}

}  // namespace symkit::symgroup
