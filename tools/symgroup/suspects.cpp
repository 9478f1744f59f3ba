#include "symgroup/suspects.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <unistd.h>
#include <utility>

#include "debug/details/limited_child.h"
#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "symgroup/repository_path.h"

namespace symkit::symgroup {
namespace {

constexpr std::size_t most_asked = 1000;  // lines in a run
constexpr std::size_t most_frames = 3;

std::string program_in_path(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string program = say(rest.substr(0, colon), '/', name);
    if (program.front() == '/' && ::access(program.c_str(), X_OK) == 0) return program;
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
  }
  return {};
}

// Missing objects are not fetched, git prompts for no password, and it takes no lock.
void keep_git_to_itself() {
  for (const char* name : {"GIT_NO_LAZY_FETCH", "GIT_NO_REPLACE_OBJECTS"}) ::setenv(name, "1", 1);
  for (const char* name : {"GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS"}) ::setenv(name, "0", 1);
  ::setenv("GIT_ALLOW_PROTOCOL", "none", 1);
}

std::int64_t number_of(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::uint64_t days_since(std::int64_t time) {
  constexpr std::int64_t day = 86'400;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, (std::time(nullptr) - time) / day));
}

// The result of `blame --porcelain` for one line. The commit is empty if it is not after the last good
// one.
Suspect read_blame(std::string_view text, const std::string& path, std::uint32_t line) {
  Suspect suspect{.file = path, .line = line};
  bool is_boundary = false;
  each_line(text, [&](std::string_view row) {
    row = trimmed(row);
    if (suspect.commit.empty()) suspect.commit = row.substr(0, row.find(' '));
    if (row.starts_with("author ")) suspect.author = row.substr(7);
    if (row.starts_with("author-time ")) suspect.time = number_of(row.substr(12));
    if (row.starts_with("summary ")) suspect.subject = row.substr(8);
    if (row == "boundary") is_boundary = true;
  });
  suspect.days = days_since(suspect.time);
  if (is_boundary) suspect.commit.clear();
  return suspect;
}

}  // namespace

Blame::Blame(std::string repository, const std::string& revision, const std::string& since)
    : repository_(std::move(repository)), is_of_build_(!revision.empty()) {
  if (const auto begun = begin(revision, since); !begun) trouble_ = begun.error().message;
}

Result<void> Blame::begin(const std::string& revision, const std::string& since) {
  git_ = program_in_path("git");
  if (git_.empty()) return fail("git is not installed");
  keep_git_to_itself();
  auto commit = commit_of(revision.empty() ? "HEAD" : revision);
  if (!commit) return fail(commit.error());
  revision_ = std::move(*commit);
  // Paths are relative to the top level; a bare repository has none.
  if (const auto top = ask({"rev-parse", "--show-toplevel"})) repository_ = trimmed(*top);
  if (!since.empty()) {
    auto good = commit_of(since);
    if (!good) return fail(good.error());
    since_ = std::move(*good);
  }
  const auto listed = ask({"ls-tree", "-r", "-z", "--name-only", "--full-tree", revision_});
  if (!listed) return fail(listed.error());
  for (std::string_view rest = *listed; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    files_.emplace(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

Result<std::string> Blame::ask(const std::vector<std::string>& words) const {
  using std::chrono::seconds;
  std::vector<std::string> all = {"-C", repository_, "-c", "core.fsmonitor=false", "--no-pager"};
  all.insert(all.end(), words.begin(), words.end());
  const details::Limits limits{.time = seconds(60), .memory = std::uint64_t{8} << 30, .tells_errors = true};
  auto child = details::LimitedChild::start(git_, {}, limits, all);
  if (!child) return fail(child.error());
  const auto answer = child->finish();
  if (!answer) return fail(say("git: ", answer.error().message));
  return std::string(answer->begin(), answer->end());
}

Result<std::string> Blame::commit_of(const std::string& revision) const {
  const auto hash = ask({"rev-parse", "--verify", "--end-of-options", revision + "^{commit}"});
  if (!hash) return fail(say(repository_, ": no commit ", revision, " (", hash.error().message, ')'));
  return std::string(trimmed(*hash));
}

std::string Blame::path_of(std::string_view file) const {
  return longest_end(file, [&](const std::string& path) { return files_.contains(path); });
}

const Result<Suspect>& Blame::blamed(const std::string& path, std::uint32_t line) {
  const auto [at, is_new] = asked_.try_emplace({path, line}, fail("too many lines"));
  if (!is_new || asked_.size() > most_asked) return at->second;
  const std::string range = since_.empty() ? revision_ : say(since_, "..", revision_);
  const auto text =
      ask({"blame", "--porcelain", "--root", "--no-textconv", "-L", say(line, ',', line), range, "--", path});
  at->second = text ? Result<Suspect>(read_blame(*text, path, line)) : fail(text.error());
  return at->second;
}

void Blame::add_who_touched(const std::vector<std::string>& paths, std::vector<Suspect>& suspects) const {
  std::vector<std::string> words = {"rev-list",
                                    "--no-commit-header",
                                    "--max-count=3",
                                    "--format=%H%x09%at%x09%an%x09%s",
                                    say(since_, "..", revision_),
                                    "--"};
  for (const std::string& path : paths) words.push_back(":(literal,top)" + path);
  const auto listed = ask(words);
  if (!listed) return;
  each_line(*listed, [&](std::string_view row) {
    Suspect suspect{.file = paths.front()};
    row = trimmed(row);
    for (int field = 0; field < 3; ++field) {
      const std::size_t tab = std::min(row.find('\t'), row.size());
      const std::string_view text = row.substr(0, tab);
      if (field == 0) suspect.commit = text;
      if (field == 1) suspect.time = number_of(text);
      if (field == 2) suspect.author = text;
      row.remove_prefix(std::min(tab + 1, row.size()));
    }
    suspect.subject = row;
    suspect.days = days_since(suspect.time);
    if (!suspect.commit.empty()) suspects.push_back(std::move(suspect));
  });
}

Suspects Blame::of(const group::Signature& signature) {
  Suspects found{.is_of_build = is_of_build_, .trouble = trouble_};
  if (!trouble_.empty()) return found;
  std::vector<std::string> paths;
  for (const group::TellingFrame& frame : signature.frames) {
    if (frame.is_message || frame.file.empty() || frame.line == 0 || paths.size() == most_frames) continue;
    std::string path = path_of(frame.file);
    if (path.empty()) continue;
    const Result<Suspect>& suspect = blamed(path, frame.line);
    paths.push_back(std::move(path));
    if (!suspect) {
      // The file does not have this line: another revision was built.
      if (found.trouble.empty()) found.trouble = suspect.error().message;
      continue;
    }
    const auto same = std::ranges::find(found.newest_first, suspect->commit, &Suspect::commit);
    if (!suspect->commit.empty() && same == found.newest_first.end()) found.newest_first.push_back(*suspect);
  }
  if (found.newest_first.empty() && !since_.empty() && !paths.empty())
    add_who_touched(paths, found.newest_first);
  if (!found.newest_first.empty()) found.trouble.clear();
  std::ranges::stable_sort(found.newest_first, std::ranges::greater(), &Suspect::time);
  return found;
}

}  // namespace symkit::symgroup
