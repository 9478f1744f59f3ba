#include "symleak/report.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <optional>
#include <unistd.h>
#include <utility>

#include "ground/base/words.h"
#include "ground/print/output.h"
#include "symleak/family.h"
#include "symleak/find.h"

namespace symkit::symleak {
namespace {

Result<void> write_form(const Findings& findings, print::Output& output) {
  std::string& out = output.buffer();
  switch (findings.options.format) {
    case Format::Text: write_text(findings, output); break;
    case Format::Json: write_json(findings, output), out += "\n"; break;
    case Format::Markdown: write_markdown(findings, out); break;
    case Format::Folded: write_folded(findings, out); break;
    case Format::Pprof: write_pprof(findings, out); break;
    case Format::Speedscope: write_speedscope(findings, out); break;
    case Format::Html: write_html(findings, out); break;
    case Format::Heaptrack: return write_heaptrack(findings, output);
  }
  return {};
}

// Writes the report to the requested output.
using Write = std::function<Result<void>(print::Output& output)>;

Result<void> write(const std::string& path, const Write& write_all) {
  const int file =
      path.empty() ? STDOUT_FILENO : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return fail(say(path, ": ", std::strerror(errno)));
  print::Output output(file, path.empty() ? "standard output" : path);
  auto written = write_all(output);
  const auto sent = output.flush();
  if (!path.empty()) ::close(file);
  return written ? sent : written;
}

// The recordings to report. A format that is for one process gets only the first.
std::vector<std::string> recordings_to_tell_of(const Options& options, std::vector<std::string> all,
                                               tools::Console& console) {
  const bool is_of_one =
      options.format != Format::Text && options.format != Format::Json && options.format != Format::Markdown;
  if (all.size() == 1 || (!is_of_one && options.other_file.empty())) return all;
  console.warning(say(all.front(), " is the only recording in this report; it leaves out ",
                      counted(all.size() - 1, "other recording"), " of the same run: ",
                      is_of_one ? "this format has room for one" : "--diff compares two recordings",
                      "; to see another, name it"));
  all.resize(1);
  return all;
}

Baseline lost_in(const Findings& findings) {
  return findings.has_leaks() ? Baseline::of(findings.sites, findings.names, findings.is_judged())
                              : Baseline();
}

// The state of a report on all recordings of a run.
class Family {
 public:
  Family(const Options& options, std::vector<std::string> files, tools::Console& console)
      : options_(options), files_(std::move(files)), console_(console) {}

  const std::vector<Member>& members() const { return members_; }
  const Baseline& lost() const { return lost_; }

  Result<void> tell(print::Output& output) {
    if (auto known = learn_moments(); !known) return known;
    if (!options_.baseline.empty())
      if (auto gathered = gather_lost(); !gathered) return gathered;
    bool is_first = true;
    auto told = each([&](const Findings& findings) -> Result<void> {
      members_.push_back(member_of(findings));
      if (!is_told(members_.back())) return {};
      begin_member(findings, is_first, output);
      is_first = false;
      if (options_.format != Format::Json) return write_form(findings, output);
      write_json(findings, output);
      output.written();
      return {};
    });
    if (!told) return told;
    end_family(members_, options_.format, is_first, output);
    return {};
  }

  // The losses of each process, without suppressions by a baseline.
  Result<void> gather_lost() {
    const std::string baseline = std::exchange(options_.baseline, {});
    auto gathered = each([&](const Findings& findings) -> Result<void> {
      if (!member_of(findings).is_unknown) lost_.add(lost_in(findings));
      return {};
    });
    options_.baseline = baseline;
    return gathered;
  }

 private:
  Member member_of(const Findings& findings) {
    if (first_ == 0) first_ = findings.recording.header().pid;
    return Member::of(findings, first_);
  }

  // Processes that leak, and the last program of the run's first process.
  bool is_told(const Member& member) const {
    const bool is_first = member.process == first_ && member.ended != heap::format::Ended::Replaced;
    return is_first || member.has_leaks || options_.format == Format::Json;
  }

  // Growth is relative to the same mark for all.
  Result<void> learn_moments() {
    if (options_.since.empty() && options_.most_growth) {
      Options asked = options_;
      asked.file = files_.front();
      const auto mark = mark_to_grow_from(asked);
      if (!mark) return fail(mark.error());
      options_.since = *mark;
    }
    for (const auto& [name, time] :
         {std::pair(&options_.since, &since_), std::pair(&options_.until, &until_)}) {
      if (name->empty()) continue;
      const auto known = time_of(files_, *name);
      if (!known) return fail(known.error());
      *time = *known;
    }
    return {};
  }

  Result<void> each(const UseFindings& use) {
    for (const std::string& file : files_) {
      Options options = options_;
      options.file = file;
      const Question question = {options, options_.baseline.empty() ? nullptr : &lost_, since_, until_};
      if (auto found = find(question, console_, use); !found) return found;
    }
    return {};
  }

  Options options_;
  std::vector<std::string> files_;
  tools::Console& console_;
  std::uint32_t first_ = 0;
  std::optional<std::uint64_t> since_;
  std::optional<std::uint64_t> until_;
  Baseline lost_;
  std::vector<Member> members_;
};

// The worse verdict takes precedence.
Result<Verdict> verdict_of(const Options& options, const std::vector<Member>& members) {
  if (std::ranges::any_of(members, &Member::has_leaks)) return Verdict::Leaks;
  const auto unknown = std::ranges::find(members, true, &Member::has_own_allocator);
  if (unknown != members.end())
    return fail(unknown->file +
                ": the program is linked with its own allocator, which is not recorded: it is not known "
                "whether it leaks");
  std::int64_t growth = 0;
  for (const Member& member : members) growth += member.growth;
  const auto& most = options.most_growth;
  return most && growth > 0 && static_cast<std::uint64_t>(growth) > *most ? Verdict::Growth : Verdict::Clean;
}

// Returns the result of each process.
Result<std::vector<Member>> tell(const Options& options, tools::Console& console) {
  auto all = options.is_this_process_alone ? Result<std::vector<std::string>>(std::vector{options.file})
                                           : recordings_of(options.file);
  if (!all) return fail(all.error());
  auto files = recordings_to_tell_of(options, std::move(*all), console);
  std::vector<Member> members;
  if (files.size() > 1) {
    Family family(options, std::move(files), console);
    if (!options.new_baseline.empty()) {
      auto gathered = family.gather_lost();
      if (gathered) gathered = family.lost().write(options.new_baseline);
      if (!gathered) return fail(gathered.error());
      return members;
    }
    auto told = write(options.output, [&](print::Output& output) { return family.tell(output); });
    if (!told) return fail(told.error());
    return family.members();
  }
  Options one = options;
  one.file = files.front();
  const auto told = find({.options = one}, console, [&](const Findings& findings) -> Result<void> {
    if (!options.new_baseline.empty()) return lost_in(findings).write(options.new_baseline);
    members.push_back(Member::of(findings));
    return write(options.output, [&](print::Output& output) { return write_form(findings, output); });
  });
  if (!told) return fail(told.error());
  return members;
}

}  // namespace

Result<void> report(const Options& options, tools::Console& console) {
  const auto told = tell(options, console);
  if (!told) return fail(told.error());
  return {};
}

Result<Verdict> check(const Options& options, tools::Console& console) {
  const auto members = tell(options, console);
  if (!members) return fail(members.error());
  return verdict_of(options, *members);
}

}  // namespace symkit::symleak
