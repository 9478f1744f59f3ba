// The file: "symgroup state 1", "runs 7", then a line a group: id, count, first and last run, signature, with
// tabs between. Signatures have no line ends and no tabs.
#include "group/state.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>

#include "base/bytes.h"
#include "base/each_line.h"
#include "base/words.h"
#include "group/line_parts.h"
#include "io/atomic_file.h"
#include "io/mapped_file.h"

namespace symkit::group {
namespace {

constexpr std::string_view heading = "symgroup state 1";

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number)
                                                                                   : std::nullopt;
}

std::string on_one_line(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(out, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return out;
}

}  // namespace

std::string_view word_for(Since since) {
  return since == Since::New ? "new" : since == Since::Returned ? "returned" : "known";
}

Result<State> State::read(const std::string& path) {
  State state;
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) return state;
  const auto file = io::MappedFile::open(path);
  if (!file) return fail(file.error());
  std::size_t number = 0;
  Result<void> done;
  each_line(as_text(file->bytes()), [&](std::string_view line) {
    if (!done) return;
    line.remove_suffix(line_end_of(line).size());
    ++number;
    if (number == 1 && line != heading) done = fail(say(path, ": is no state of symgroup"));
    if (number == 1) return;
    if (const auto read = state.read_line(line); !read)
      done = fail(say(path, ":", number, ": ", read.error().message));
  });
  if (!done) return fail(done.error());
  return state;
}

Result<void> State::read_line(std::string_view line) {
  constexpr std::size_t most_groups = 10'000'000;
  if (take_word(line, "runs ")) {
    const auto runs = whole_number(line);
    if (!runs) return fail("the number of runs is none");
    runs_ = *runs;
    return {};
  }
  KnownGroup group;
  const auto id = take_before(line, "\t");
  if (!id) return fail("is cut off");
  group.id = *id;
  for (std::uint64_t* field : {&group.count, &group.first_run, &group.last_run}) {
    const auto text = take_before(line, "\t");
    const auto number = text ? whole_number(*text) : std::nullopt;
    if (!number) return fail("a number is none, or missing");
    *field = *number;
  }
  group.signature = line;
  if (groups_.size() == most_groups) return fail("has too many groups");
  groups_.insert_or_assign(group.id, group);
  return {};
}

Since State::since(std::string_view id) const {
  const auto at = groups_.find(id);
  if (at == groups_.end()) return Since::New;
  return at->second.last_run == runs_ ? Since::Known : Since::Returned;
}

std::vector<const KnownGroup*> State::vanished(const Groups& now) const {
  std::set<std::string_view> present;
  for (const Group* group : now.by_count()) present.insert(group->signature.id);
  std::vector<const KnownGroup*> gone;
  for (const auto& [id, group] : groups_)
    if (group.last_run == runs_ && !present.contains(id)) gone.push_back(&group);
  return gone;
}

void State::add_run(const Groups& now) {
  ++runs_;
  for (const Group* group : now.by_count()) {
    KnownGroup& known = groups_[group->signature.id];
    if (known.id.empty()) {
      known.id = group->signature.id;
      known.first_run = runs_;
    }
    known.count += group->count;
    known.last_run = runs_;
    known.signature = group->signature.text;
  }
}

Result<void> State::write(const std::string& path) const {
  std::string out = say(heading, "\nruns ", runs_, '\n');
  for (const auto& [id, group] : groups_)
    out += say(id, '\t', group.count, '\t', group.first_run, '\t', group.last_run, '\t',
               on_one_line(group.signature), '\n');
  const Bytes bytes = as_bytes(out);
  return io::write_atomically(path, {&bytes, 1});
}

}  // namespace symkit::group
