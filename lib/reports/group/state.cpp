// The file: "symgroup state 1", "runs 7", then one line for each group: id, count ("12+3" if 3 may be
// missing), first and last run, signature, separated by tabs. With "by similar" after the runs, each is
// followed by a line for each member that new groups are compared with: "=", id, kind, message, frames.
// "forgotten 5": groups of at most 5 reports were forgotten.
#include "reports/group/state.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "ground/base/bytes.h"
#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/mapped_file.h"
#include "logs/crashlog/text_parts.h"
#include "reports/group/fields.h"

namespace symkit::group {
namespace {

constexpr std::string_view heading = "symgroup state 1";

// "12+3"
std::string count_text(const KnownGroup& group) {
  return group.missed == 0 ? say(group.count) : say(group.count, '+', group.missed);
}

bool read_count(std::string_view text, KnownGroup& group) {
  const std::size_t plus = text.find('+');
  const auto count = whole_number<std::uint64_t>(text.substr(0, plus));
  const auto missed = plus == std::string_view::npos ? 0 : whole_number<std::uint64_t>(text.substr(plus + 1));
  if (!count || !missed) return false;
  group.count = *count;
  group.missed = *missed;
  return true;
}

}  // namespace

std::string_view word_for(Since since) {
  return since == Since::New ? "new" : since == Since::Returned ? "returned" : "known";
}

Result<State> State::read(const std::string& path, By by) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) return State(by);
  const auto file = io::MappedFile::open(path);
  if (!file) return fail(file.error());
  auto state = of_text(as_text(file->bytes()), by);
  if (!state) return fail(say(path, state.error().message));
  return state;
}

Result<State> State::of_text(std::string_view text, By by) {
  State state(By::Exact);
  std::size_t number = 0;
  Result<void> done;
  each_line(text, [&](std::string_view line) {
    if (!done) return;
    line.remove_suffix(line_end_of(line).size());
    ++number;
    if (number == 1 && line != heading) done = fail(": is not a state file of symgroup");
    if (number == 1) return;
    if (const auto read = state.read_line(line); !read)
      done = fail(say(":", number, ": ", read.error().message));
  });
  if (!done) return fail(done.error());
  if (state.by_ != by)
    return fail(say(": has groups by --by=", state.by_ == By::Exact ? "exact" : "similar",
                    ": use the same --by, or name another file"));
  return state;
}

Result<void> State::read_line(std::string_view line) {
  if (line == "by similar") {
    by_ = By::Similar;
    return {};
  }
  if (crashlog::take_word(line, "=\t")) return read_member(line);
  const bool is_runs = crashlog::take_word(line, "runs ");
  if (!is_runs && !crashlog::take_word(line, "forgotten ")) return read_group(line);
  const auto number = whole_number<std::uint64_t>(line);
  if (!number) return fail(is_runs ? "the run count is not a number" : "the report count is not a number");
  (is_runs ? runs_ : most_forgotten_) = *number;
  return {};
}

Result<void> State::read_group(std::string_view line) {
  constexpr std::size_t most_groups = 10'000'000;
  KnownGroup group;
  const auto id = crashlog::take_before(line, "\t");
  if (!id) return fail("is truncated");
  group.id = *id;
  const auto count = crashlog::take_before(line, "\t");
  if (!count || !read_count(*count, group)) return fail("a number is missing or not valid");
  for (std::uint64_t* field : {&group.first_run, &group.last_run}) {
    const auto text = crashlog::take_before(line, "\t");
    const auto number = text ? whole_number<std::uint64_t>(*text) : std::nullopt;
    if (!number) return fail("a number is missing or not valid");
    *field = *number;
  }
  group.signature = line;
  if (groups_.size() == most_groups) return fail("has too many groups");
  last_read_ = &groups_.insert_or_assign(group.id, group).first->second;
  return {};
}

Result<void> State::read_member(std::string_view line) {
  constexpr std::size_t most_members = 64;
  if (last_read_ == nullptr) return fail("is a member of no group");
  if (last_read_->members.size() == most_members) return fail("has too many members");
  Outline outline;
  for (std::string* field : {&outline.id, &outline.kind, &outline.message}) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos && field != &outline.message) return fail("is truncated");
    *field = line.substr(0, tab);
    line.remove_prefix(std::min(field->size() + 1, line.size()));
  }
  while (!line.empty() && outline.frames.size() < Outline::most_frames) {
    const std::string_view frame = line.substr(0, line.find('\t'));
    if (!frame.empty()) outline.frames.emplace_back(frame);
    line.remove_prefix(std::min(frame.size() + 1, line.size()));
  }
  last_read_->members.push_back(std::move(outline));
  return {};
}

Since State::since(std::string_view id) const {
  const auto at = groups_.find(id);
  if (at == groups_.end()) return Since::New;
  const KnownGroup& group = at->second;
  const std::uint64_t last = group.last_run > runs_ ? group.run_before : group.last_run;
  if (last == 0) return Since::New;
  return last == runs_ ? Since::Known : Since::Returned;
}

std::vector<const KnownGroup*> State::vanished(
    const std::function<bool(const std::string& id)>& is_there) const {
  std::vector<const KnownGroup*> gone;
  for (const auto& [id, group] : groups_)
    if (group.last_run == runs_ && !is_there(id)) gone.push_back(&group);
  return gone;
}

KnownGroup& State::add(const std::string& id, const Group& found) {
  KnownGroup& known = groups_[id];
  if (known.id.empty()) {
    known.id = id;
    known.first_run = runs_ + 1;
    known.missed = most_forgotten_;
  }
  if (known.last_run != runs_ + 1) known.run_before = std::exchange(known.last_run, runs_ + 1);
  known.count += found.count;
  known.missed += found.missed;
  known.signature = found.signature.text;
  return known;
}

void State::add_run(const Groups& now) {
  for (const Group* group : now.by_count()) add(group->signature.id, *group);
  // The run's forgotten reports may be of any group that it does not have.
  if (const std::uint64_t most = now.forgotten().most; most > 0) {
    for (auto& [id, group] : groups_)
      if (group.last_run != runs_ + 1) group.missed += most;
    most_forgotten_ += most;
  }
  end_run();
  forget_rarest(most_exact);
}

void State::end_run() { ++runs_; }

void State::forget_rarest(std::size_t stay) {
  if (groups_.size() <= stay) return;
  std::vector<Tallying> all;
  all.reserve(groups_.size());
  for (const auto& [id, group] : groups_) all.push_back({id, group.count, group.missed});
  const auto gone = rarest(all, stay, forgotten_);
  most_forgotten_ = std::max(most_forgotten_, forgotten_.most);
  std::size_t i = 0;
  std::erase_if(groups_, [&](const auto& /*group*/) { return gone[i++]; });
}

std::string State::text() const {
  std::string out = say(heading, "\nruns ", runs_, '\n');
  if (by_ == By::Similar) out += "by similar\n";
  if (most_forgotten_ != 0) out += say("forgotten ", most_forgotten_, '\n');
  for (const auto& [id, group] : groups_) {
    out += say(id, '\t', count_text(group), '\t', group.first_run, '\t', group.last_run, '\t',
               on_one_line(group.signature), '\n');
    for (const Outline& member : group.members) {
      out += say("=\t", member.id, '\t', member.kind, '\t', member.message);
      for (const std::string& frame : member.frames) out += say('\t', frame);
      out += '\n';
    }
  }
  return out;
}

Result<void> State::write(const std::string& path) const {
  const std::string out = text();
  const Bytes bytes = as_bytes(out);
  return io::write_atomically(path, {&bytes, 1});
}

}  // namespace symkit::group
