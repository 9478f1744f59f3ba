#include "logs/crashlog/document.h"

#include <algorithm>
#include <array>

#include "ground/base/one_of.h"
#include "logs/crashlog/document_text.h"
#include "logs/crashlog/minidump_json.h"
#include "logs/crashlog/mongodb_document.h"
#include "logs/crashlog/structured_stack.h"

namespace symkit::crashlog {
namespace {

// An .ips is two documents: a line with its header, then the rest.
std::size_t header_size(std::string_view bytes) {
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos) return 0;
  const std::string_view line = bytes.substr(0, line_end);
  const std::size_t brace = last_not_of<" \t\r">(line);
  const std::size_t next = first_not_of<" \t\r\n">(bytes, line_end);
  const bool is_whole = brace != std::string_view::npos && brace > 1 && line[brace] == '}';
  return is_whole && next != std::string_view::npos && bytes[next] == '{' ? line_end + 1 : 0;
}

// Whether the text looks like a report in a format that only Apple's systems write.
bool is_of_apple(std::string_view text) {
  constexpr std::array<std::string_view, 4> marks = {"\"usedImages\"", "\"callStack", "\"bug_type\"",
                                                     "\"incident_id\""};
  return std::ranges::any_of(marks, [&](std::string_view mark) { return text.contains(mark); });
}

// Turns positions in the second document into positions in everything that was captured.
void move_frames(DocumentReport& report, std::size_t by) {
  for (DocumentFrame& frame : report.frames) {
    frame.object.begin += by;
    frame.object.end += by;
    frame.end_of_members += by;
  }
}

}  // namespace

std::string padded_hex(std::uint64_t value) {
  std::string digits = hex(value).substr(2);
  return "0x" + std::string(16 - digits.size(), '0') + digits;
}

std::string image_line(std::uint64_t base, std::optional<std::uint64_t> last, std::string_view description,
                       std::string_view id, std::string_view path) {
  const auto right = [](const std::string& number) {
    constexpr std::size_t width = 18;
    return number.size() < width ? std::string(width - number.size(), ' ') + number : number;
  };
  return say(right(hex(base)), " - ", right(last ? hex(*last) : "???"), " ", description, " <", id, "> ",
             path.empty() ? "???" : path);
}

Result<std::vector<DocumentReport>> read_document(std::string_view bytes) {
  const std::size_t header = header_size(bytes);
  Result<json::Document> head = json::Document();
  if (header != 0) head = json::Document::parse(bytes.substr(0, header));
  if (!head) return fail(head.error().within("the header of a JSON report is broken"));
  auto parsed = json::Document::parse(bytes.substr(header));
  if (!parsed) return fail(parsed.error().within("a JSON report is broken"));
  const auto body = std::make_shared<const json::Document>(std::move(*parsed));
  std::vector<DocumentReport> reports;
  if (is_ips(body->root())) {
    reports.push_back(convert_ips(header == 0 ? json::Value() : head->root(), *body));
  } else {
    reports = convert_metrickit(body->root());
  }
  if (reports.empty() && header == 0) {
    auto stacks = read_minidump_json(*body);
    if (!stacks) stacks = read_structured_stacks(*body);
    if (!stacks) stacks = read_mongodb(*body);
    if (stacks) {
      stacks->document = body;
      reports.push_back(std::move(*stacks));
    }
  }
  if (reports.empty() && is_of_apple(bytes))
    return fail("this JSON document is not a known kind of crash report");
  for (DocumentReport& report : reports) move_frames(report, header);
  return reports;
}

}  // namespace symkit::crashlog
