#include "reports/findings/lines.h"

#include <algorithm>

#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "ground/print/columns.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "reports/group/severity.h"

namespace symkit::findings {
namespace {

std::string place_text(const group::Place& place) {
  return say(place.log.empty() ? "-" : print::visible(place.log), ':', place.line);
}

std::string where(const group::Signature& signature) {
  const group::TellingFrame* frame = placed_frame(signature);
  if (frame == nullptr) return "-";
  const std::string file = print::visible(frame->file);
  return frame->line == 0 ? file : say(file, ':', frame->line);
}

// "1a2b3c4d5e6f 3d Till, …"
std::string suspects_text(const Suspects& suspects) {
  constexpr std::size_t most = 2;
  std::string all;
  for (std::size_t i = 0; i < std::min(most, suspects.newest_first.size()); ++i) {
    const Suspect& suspect = suspects.newest_first[i];
    all += say(i == 0 ? "" : ", ", suspect.commit.substr(0, 12), ' ', suspect.days, "d ",
               print::visible(suspect.author));
  }
  return all.empty() ? "-" : all;
}

// "2026-11-18T09:00:00Z..2026-11-22T09:00:00Z", or a single time.
std::string times_text(const group::Seen& seen) {
  if (!seen.first || !seen.last) return "-";
  const std::string first = group::time_text(*seen.first);
  return *seen.first == *seen.last ? first : say(first, "..", group::time_text(*seen.last));
}

// "1.2 (3), 1.3 (1), others (7)"
std::string tallied_text(const group::Tallied& tallied) {
  std::string all;
  for (const auto& [word, times] : tallied.times())
    all += say(all.empty() ? "" : ", ", print::visible(word), " (", times, ')');
  if (tallied.others() != 0) all += say(all.empty() ? "" : ", ", "others (", tallied.others(), ')');
  return all.empty() ? "-" : all;
}

void append_json_suspects(print::JsonWriter& json, const Suspects& suspects) {
  json.objects("suspects", suspects.newest_first, [&](const Suspect& suspect) {
    json.member("commit", suspect.commit);
    json.member("author", suspect.author);
    json.member("subject", suspect.subject);
    json.member("time", suspect.time);
    json.member("days", suspect.days);
    json.member("file", suspect.file);
    if (suspect.line != 0) json.member("line", suspect.line);
  });
}

void append_frame(print::JsonWriter& json, const group::TellingFrame& frame) {
  json.begin_object();
  json.member("function", frame.function);
  json.member("name", frame.name);
  if (frame.is_message) json.member("message", true);
  if (!frame.file.empty()) json.member("file", frame.file);
  if (frame.line != 0) json.member("line", frame.line);
  if (!frame.image.empty()) json.member("image", frame.image);
  json.end_object();
}

void append_severity(print::JsonWriter& json, const group::Signature& signature) {
  const group::Severity severity = severity_of(signature);
  json.begin_object("severity");
  json.member("type", severity.type);
  json.member("class", severity.name);
  json.member("reason", severity.reason);
  json.end_object();
}

void append_signature(print::JsonWriter& json, const group::Signature& signature) {
  json.member("signature", signature.text);
  json.member("kind", signature.kind);
  append_severity(json, signature);
  if (!signature.message.empty()) json.member("message", signature.message);
  if (signature.lacks_names) json.member("symbolized", false);
  json.member("depth", signature.depth);
  json.begin_array("frames");
  for (const group::TellingFrame& frame : signature.frames) append_frame(json, frame);
  json.end_array();
}

void append_tallied(print::JsonWriter& json, std::string_view name, const group::Tallied& tallied) {
  if (tallied.times().empty()) return;
  json.begin_object(name);
  for (const auto& [word, times] : tallied.times()) json.member(word, times);
  json.end_object();
}

void append_seen(print::JsonWriter& json, const group::Seen& seen) {
  if (seen.first) json.member("first_seen", group::time_text(*seen.first));
  if (seen.last) json.member("last_seen", group::time_text(*seen.last));
  append_tallied(json, "versions", seen.versions);
  append_tallied(json, "devices", seen.devices);
}

void append_days(print::JsonWriter& json, const group::Seen& seen) {
  constexpr std::int64_t day_in_seconds = 86'400;
  constexpr std::size_t date = std::string_view("2026-11-23").size();
  json.begin_object("days");
  for (const auto& [day, times] : seen.days)
    json.member(group::time_text(day * day_in_seconds).substr(0, date), times);
  json.end_object();
}

void append_examples(print::JsonWriter& json, const std::vector<group::Place>& examples) {
  json.objects("examples", examples, [&](const group::Place& place) {
    json.member("log", place.log);
    json.member("line", place.line);
  });
}

}  // namespace

std::string visible_lines(std::string_view text) {
  std::string out;
  each_line(text, [&](std::string_view line) {
    line.remove_suffix(line_end_of(line).size());
    print::append_visible(out, line);
    out += '\n';
  });
  return out;
}

std::string share_of(std::uint64_t count, std::uint64_t all) {
  const std::uint64_t thousandths = all == 0 ? 0 : (count * 1000 + all / 2) / all;
  return say(thousandths / 10, '.', thousandths % 10, '%');
}

const group::TellingFrame* placed_frame(const group::Signature& signature) {
  const auto at = std::ranges::find_if(signature.frames,
                                       [](const group::TellingFrame& frame) { return !frame.file.empty(); });
  return at == signature.frames.end() ? nullptr : &*at;
}

LineColumns columns_of_lines(const Findings& findings) {
  LineColumns columns;
  for (const Finding& finding : findings.groups) {
    columns.suspects = columns.suspects || finding.suspects != nullptr;
    columns.circumstances = columns.circumstances || !finding.group->seen.empty();
  }
  return columns;
}

void append_line(std::string& out, const Finding& finding, std::uint64_t reports,
                 const LineColumns& columns) {
  const group::Group& group = *finding.group;
  const group::Signature& signature = group.signature;
  out += say(group.count, '\t', share_of(group.count, reports), '\t', print::visible(signature.id), '\t',
             print::visible(signature.text), '\t', where(signature), '\t',
             finding.owner.empty() ? "-" : print::visible(finding.owner), '\t',
             place_text(group.examples.front()));
  if (columns.suspects)
    out += say('\t', finding.suspects == nullptr ? "-" : suspects_text(*finding.suspects));
  if (columns.circumstances)
    out += say('\t', times_text(group.seen), '\t', tallied_text(group.seen.versions), '\t',
               tallied_text(group.seen.devices));
  if (!finding.state.empty()) out += say('\t', finding.state);
  out += '\n';
}

LineTable::LineTable(const LineColumns& columns, bool has_state)
    : rows_(1, {"count", "share", "id", "signature", "where", "owner", "example"}) {
  std::vector<std::string>& names = rows_.front();
  if (columns.suspects) names.emplace_back("suspects");
  if (columns.circumstances) names.insert(names.end(), {"seen", "versions", "devices"});
  if (has_state) names.emplace_back("state");
}

void LineTable::add_line(std::string_view line) {
  std::vector<std::string>& row = rows_.emplace_back();
  line.remove_suffix(line_end_of(line).size());
  for (std::size_t tab = 0; (tab = line.find('\t')) != std::string_view::npos; line.remove_prefix(tab + 1))
    row.emplace_back(line.substr(0, tab));
  row.emplace_back(line);
}

void LineTable::append(std::string& out) {
  if (rows_.size() == 1) return;
  for (std::size_t i = rows_.front().size(); i-- > 0;) {
    const auto says = [i](const std::vector<std::string>& row) { return i < row.size() && row[i] != "-"; };
    if (std::any_of(rows_.begin() + 1, rows_.end(), says)) continue;
    for (auto& row : rows_)
      if (i < row.size()) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (auto& row : rows_)
    while (row.back() == "-") row.pop_back();
  print::append_columns(out, rows_);
}

void append_vanished_line(std::string& out, const group::KnownGroup& group, const LineColumns& columns) {
  out += say("0\t0.0%\t", print::visible(group.id), '\t', print::visible(group.signature), "\t-\t-\t-",
             columns.suspects ? "\t-" : "", columns.circumstances ? "\t-\t-\t-" : "", "\tvanished\n");
}

void append_vanished_json(std::string& out, const group::KnownGroup& group) {
  print::JsonWriter writer(out);
  writer.begin_object();
  writer.member("id", group.id);
  writer.member("count", 0);
  writer.member("signature", group.signature);
  writer.member("state", "vanished");
  writer.end_object();
  out += '\n';
}

void append_json(std::string& out, const Finding& finding, std::uint64_t reports, With with) {
  const group::Group& group = *finding.group;
  print::JsonWriter json(out);
  json.begin_object();
  json.member("id", group.signature.id);
  json.member("count", group.count);
  if (group.missed != 0) json.member("missed_at_most", group.missed);
  if (group.logged != 0) json.member("logged", group.logged);
  json.member("share", reports == 0 ? 0.0 : static_cast<double>(group.count) / static_cast<double>(reports));
  if (!finding.state.empty()) json.member("state", finding.state);
  if (!finding.owner.empty()) json.member("owner", finding.owner);
  if (finding.suspects != nullptr) append_json_suspects(json, *finding.suspects);
  append_signature(json, group.signature);
  append_examples(json, group.examples);
  append_seen(json, group.seen);
  if (with == With::Days) append_days(json, group.seen);
  if (!finding.members.empty()) {
    json.member("members", finding.members);
    if (finding.members_more != 0) json.member("members_more", finding.members_more);
  }
  json.end_object();
  out += '\n';
}

}  // namespace symkit::findings
