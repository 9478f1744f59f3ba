#include "syminfo/verify_print.h"

#include "ground/base/words.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"

namespace symkit::syminfo {
namespace {

// More lines of one kind are of no use to people.
constexpr std::uint64_t most_lines_of_kind = 10;

void begin_object(print::JsonWriter& json, const Slice& slice) {
  json.begin_object();
  json.member("path", slice.path);
  if (slice.architecture != Architecture::Unknown) json.member("arch", name_of(slice.architecture));
  if (!slice.id.empty()) json.member("id", slice.id.hex());
}

}  // namespace

void VerifyPrinter::print(const Slice& slice, const verify::Findings& findings, std::string_view looked_at,
                          std::string_view if_none) {
  print_findings(slice, findings);
  print_verdict(slice, findings, looked_at, if_none);
}

void VerifyPrinter::print_findings(const Slice& slice, const verify::Findings& findings) {
  verify::Counts printed{};
  for (const verify::Finding& finding : findings.all()) {
    if (work_.options.format == Format::Json) {
      print_object(slice, finding);
    } else if (printed[static_cast<std::size_t>(finding.kind)]++ < most_lines_of_kind) {
      print_line(slice, finding);
    }
    work_.output.written();
  }
  if (work_.options.format == Format::Json) return;
  for (std::size_t i = 0; i < verify::kind_count; ++i) {
    const auto kind = static_cast<verify::Kind>(i);
    if (findings.count(kind) > most_lines_of_kind)
      work_.output.write(say(print::visible(title_of(slice)), ": and ",
                             findings.count(kind) - most_lines_of_kind, " more ", verify::plural_of(kind),
                             "\n"));
  }
}

void VerifyPrinter::print_line(const Slice& slice, const verify::Finding& finding) {
  std::string& out = work_.output.buffer();
  out += say(print::visible(title_of(slice)), ": ");
  if (!finding.file.empty()) out += say(print::visible(finding.file), ": ");
  if (finding.unit) {
    out += say("unit ", hex(*finding.unit));
    if (!finding.unit_name.empty()) out += say(" ", print::visible(finding.unit_name));
    if (finding.entry) out += say(", entry ", hex(*finding.entry));
    out += ": ";
  }
  out += say(print::visible(finding.what), ": ", verify::meaning_of(finding.kind), "\n");
}

void VerifyPrinter::print_object(const Slice& slice, const verify::Finding& finding) {
  print::JsonWriter json(work_.output.buffer());
  begin_object(json, slice);
  json.member("kind", verify::word_for(finding.kind));
  if (!finding.file.empty()) json.member("file", finding.file);
  if (finding.unit) json.member("unit", hex(*finding.unit));
  if (!finding.unit_name.empty()) json.member("unit_name", finding.unit_name);
  if (finding.entry) json.member("entry", hex(*finding.entry));
  json.member("what", finding.what);
  json.member("meaning", verify::meaning_of(finding.kind));
  json.end_object();
  work_.output.write("\n");
}

void VerifyPrinter::print_verdict(const Slice& slice, const verify::Findings& findings,
                                  std::string_view looked_at, std::string_view if_none) {
  if (work_.options.format == Format::Json) {
    print::JsonWriter json(work_.output.buffer());
    begin_object(json, slice);
    json.member("ok", findings.empty());
    json.begin_object("counts");
    for (std::size_t i = 0; i < verify::kind_count; ++i)
      if (const auto kind = static_cast<verify::Kind>(i); findings.count(kind) != 0)
        json.member(verify::word_for(kind), findings.count(kind));
    json.end_object();
    json.member("looked_at", looked_at);
    json.end_object();
    return work_.output.write("\n");
  }
  std::string verdict;
  for (std::size_t i = 0; i < verify::kind_count; ++i)
    if (const auto kind = static_cast<verify::Kind>(i); findings.count(kind) != 0)
      verdict += say(verdict.empty() ? "" : ", ", verify::plural_of(kind), ": ", findings.count(kind));
  if (verdict.empty()) verdict = say(if_none, ": ", looked_at);
  work_.output.write(slice.is_only_one ? say(verdict, "\n")
                                       : say(print::visible(title_of(slice)), ": ", verdict, "\n"));
}

}  // namespace symkit::syminfo
