#include "symleak/family.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/print/markdown.h"
#include "ground/print/visible.h"

namespace symkit::symleak {
namespace {

namespace fs = std::filesystem;
using heap::format::Header;

// Nothing if it is not a recording, or one that has not begun.
std::optional<Header> header_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  Header header = {};
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file || std::memcmp(header.magic, heap::format::magic, sizeof header.magic) != 0) return std::nullopt;
  return header;
}

// Removes ".123" from the front.
std::optional<std::uint32_t> take_number(std::string_view& name) {
  if (!name.starts_with('.')) return std::nullopt;
  std::string_view digits = name.substr(1);
  const auto number = symkit::take_number<std::uint32_t>(digits);
  if (number) name = digits;
  return number;
}

// The recorder's names of files: FILE.PID, and FILE.PID.N if a process has become another program.
bool is_name_of(std::string_view rest, std::uint32_t process) {
  if (take_number(rest) != process) return false;
  return rest.empty() || (take_number(rest).has_value() && rest.empty());
}

struct Found {
  std::string file;
  std::uint64_t started = 0;
};

std::vector<std::string> in_order(std::vector<Found> found) {
  std::ranges::sort(found, {}, [](const Found& one) { return std::tie(one.started, one.file); });
  std::vector<std::string> files;
  files.reserve(found.size());
  for (Found& one : found) files.push_back(std::move(one.file));
  return files;
}

Result<std::vector<std::string>> recordings_in(const std::string& folder) {
  std::vector<Found> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (const auto header = header_of(at->path())) found.push_back({at->path().string(), header->started});
  if (error) return fail(say(folder, ": ", error.message()));
  if (found.empty()) return fail(folder + " has no recordings (symleak run makes them)");
  return in_order(std::move(found));
}

std::string amount_of(const Member& member) {
  return say(counted(member.blocks.rounded(), "block"), ", ", counted(member.bytes.rounded(), "byte"));
}

std::string outcome_of(const Member& member) {
  if (member.has_own_allocator) return "not recorded: the program has its own allocator";
  if (!member.has_leaks && !member.is_judged && member.ended == heap::format::Ended::Replaced)
    return "became another program";
  if (member.is_unknown) return "killed or still running: not checked, " + amount_of(member) + " not freed";
  if (!member.has_leaks) return "nothing lost";
  if (member.is_judged) return amount_of(member) + " lost";
  return say(amount_of(member), " not freed; ran ", how_it_ended(member.ended));
}

// Shortened to a useful length.
std::string short_command(const Member& member) {
  constexpr std::size_t most = 80;
  std::string text = member.command;
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // not within a character
  text.resize(end);
  return text + "…";
}

// "3 processes, in 5 recordings; 1 of these has lost blocks"
std::string summary_of(const std::vector<Member>& members) {
  std::set<std::uint32_t> processes;
  for (const Member& member : members) processes.insert(member.process);
  const auto failing = std::ranges::count_if(members, &Member::has_leaks);
  std::string text = processes.size() == 1 ? "1 process" : with_commas(processes.size()) + " processes";
  if (processes.size() != members.size()) text += say(", in ", counted(members.size(), "recording"));
  if (const auto unknown = std::ranges::count_if(members, &Member::is_unknown); unknown != 0)
    text += say("; ", unknown, unknown == 1 ? " was" : " were", " not checked");
  if (failing == 0) return text + "; none has lost blocks";
  text += say("; ", failing, failing == 1 ? " of these has lost blocks" : " of these have lost blocks");
  const auto is_unsure = [](const Member& member) { return member.has_leaks && !member.is_judged; };
  return std::ranges::any_of(members, is_unsure) ? text + ", but some may only be unfreed" : text;
}

void end_text(const std::vector<Member>& members, std::string& out) {
  out += summary_of(members) + "\n";
  for (const Member& member : members) {
    print::append_visible(out += "    ", member.file);
    print::append_visible(out += "  ", short_command(member));
    out += say(" (process ", member.process, "): ", outcome_of(member), "\n");
  }
}

void end_markdown(const std::vector<Member>& members, std::string& out) {
  out += say("### ", summary_of(members), "\n\n| recording | process | command | |\n|-|-:|-|-|\n");
  for (const Member& member : members)
    out += say("| ", print::in_markdown(member.file), " | ", member.process, " | ",
               print::in_markdown(short_command(member)), " | ", outcome_of(member), " |\n");
}

void end_json(const std::vector<Member>& members, std::string& out) {
  std::set<std::uint32_t> processes;
  heap::Amount blocks;
  heap::Amount bytes;
  for (const Member& member : members) {
    processes.insert(member.process);
    if (!member.is_judged) continue;
    blocks += member.blocks;
    bytes += member.bytes;
  }
  out += say("],\"processes\":", processes.size(),
             ",\"leaking\":", std::ranges::count_if(members, &Member::has_leaks),
             ",\"lostBlocks\":", blocks.rounded(), ",\"lostBytes\":", bytes.rounded(), "}\n");
}

}  // namespace

Result<std::vector<std::string>> recordings_of(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return recordings_in(path);
  const auto first = header_of(path);
  if (!first) return std::vector{path};  // the error is reported when it is opened
  std::vector<Found> others;
  const fs::path given(path);
  const fs::path folder = given.has_parent_path() ? given.parent_path() : fs::path(".");
  const std::string name = given.filename().string();
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string other = at->path().filename().string();
    if (other.size() <= name.size() || !other.starts_with(name)) continue;
    const auto header = header_of(at->path());
    if (header && header->started >= first->started &&
        is_name_of(std::string_view(other).substr(name.size()), header->pid))
      others.push_back({path + other.substr(name.size()), header->started});
  }
  std::vector<std::string> files = in_order(std::move(others));
  files.insert(files.begin(), path);
  return files;
}

Member Member::of(const Findings& findings, std::uint32_t first) {
  Member member;
  member.file = findings.options.file;
  member.command = command_of(findings);
  member.process = findings.recording.header().pid;
  member.ended = findings.recording.header().ended;
  member.is_judged = findings.is_judged();
  member.has_own_allocator = findings.recording.header().own_allocator != 0;
  member.is_unknown = first != 0 && first != member.process && !member.is_judged &&
                      member.ended == heap::format::Ended::No && findings.has_leaks();
  member.has_leaks = findings.has_leaks() && !member.has_own_allocator && !member.is_unknown;
  for (const Site& site : findings.sites) {
    member.blocks += member.is_judged ? site.unreached.blocks() : site.tally.live;
    member.bytes += member.is_judged ? site.unreached.bytes() : site.tally.live_bytes;
  }
  member.growth = findings.comparison ? findings.growth() : 0;
  return member;
}

void begin_member(const Findings& findings, bool is_first, print::Output& output) {
  const Format format = findings.options.format;
  if (format == Format::Json) return output.write(is_first ? "{\"recordings\":[" : ",");
  if (!is_first) output.write("\n");
  if (format == Format::Text) output.write("recording  " + print::visible(findings.options.file) + "\n");
}

void end_family(const std::vector<Member>& members, Format format, bool is_first, print::Output& output) {
  if (format == Format::Json) {
    if (is_first) output.write("{\"recordings\":[");
    return end_json(members, output.buffer());
  }
  if (!is_first) output.write("\n");
  format == Format::Markdown ? end_markdown(members, output.buffer()) : end_text(members, output.buffer());
}

}  // namespace symkit::symleak
