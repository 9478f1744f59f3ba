// SARIF 2.1.0: a rule for each kind of crash, a result for each group, with its stack.
#include <algorithm>
#include <map>
#include <string_view>

#include "ground/base/words.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "reports/findings/escaped.h"
#include "reports/findings/reports.h"
#include "reports/group/severity.h"

namespace symkit::findings {
namespace {

// The URI of a local file, or of a relative one: whatever the log says, it must not contain a host or a
// scheme.
std::string uri_of(std::string_view file) {
  const bool is_absolute = file.starts_with('/');
  while (is_absolute && file.starts_with("//")) file.remove_prefix(1);
  std::string link;
  print::append_link(link, file);
  std::string uri = is_absolute ? "file://" : "";
  for (const char character : link) character == ':' ? uri += "%3a" : uri += character;
  return uri;
}

// A kind of crash.
struct Rule {
  std::size_t index = 0;
  std::string_view score = {};  // the highest of its groups; sites rank by it
};

class Sarif {
 public:
  Sarif(std::string& out, const Findings& findings) : json_(out), findings_(findings) {
    for (const Finding& finding : findings.groups) {
      const group::Signature& signature = finding.group->signature;
      Rule& rule = rules_.try_emplace(signature.kind, Rule{.index = rules_.size()}).first->second;
      rule.score = std::max(rule.score, score_of(severity_of(signature)));
    }
  }

  void write() {
    json_.begin_object();
    json_.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_.member("version", "2.1.0");
    json_.begin_array("runs");
    json_.begin_object();
    write_tool();
    json_.member("columnKind", "utf16CodeUnits");
    json_.begin_array("results");
    for (const Finding& finding : findings_.groups) write_result(finding);
    json_.end_array();
    json_.end_object();
    json_.end_array();
    json_.end_object();
  }

 private:
  void write_text(std::string_view name, std::string_view text) {
    json_.begin_object(name);
    json_.member("text", text);
    json_.end_object();
  }

  void write_tool() {
    std::vector<std::string_view> kinds(rules_.size());
    for (const auto& [kind, rule] : rules_) kinds[rule.index] = kind;
    json_.begin_object("tool");
    json_.begin_object("driver");
    json_.member("name", "symgroup");
    json_.objects("rules", kinds, [&](std::string_view kind) { write_rule(kind); });
    json_.end_object();
    json_.end_object();
  }

  void write_rule(std::string_view kind) {
    json_.member("id", print::visible(kind));
    const std::string_view score = rules_.find(kind)->second.score;
    if (score.empty()) return;
    json_.begin_object("properties");
    json_.member("security-severity", score);
    json_.end_object();
  }

  void write_location(const group::TellingFrame& frame) {
    json_.begin_object();
    if (!frame.file.empty()) {
      json_.begin_object("physicalLocation");
      json_.begin_object("artifactLocation");
      json_.member("uri", uri_of(frame.file));
      json_.end_object();
      if (frame.line != 0) {
        json_.begin_object("region");
        json_.member("startLine", frame.line);
        json_.end_object();
      }
      json_.end_object();
    }
    json_.begin_array("logicalLocations");
    json_.begin_object();
    json_.member("fullyQualifiedName", print::visible(frame.function));
    json_.member("kind", "function");
    json_.end_object();
    json_.end_array();
    json_.end_object();
  }

  void write_stack(const group::Signature& signature) {
    json_.begin_array("stacks");
    json_.begin_object();
    json_.begin_array("frames");
    for (const group::TellingFrame& frame : signature.frames) {
      if (frame.is_message) continue;
      json_.begin_object();
      json_.key("location");
      write_location(frame);
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
    json_.end_array();
  }

  void write_result(const Finding& finding) {
    const group::Group& group = *finding.group;
    const group::Signature& signature = group.signature;
    json_.begin_object();
    json_.member("ruleId", print::visible(signature.kind));
    json_.member("ruleIndex", rules_.at(signature.kind).index);
    json_.member("level", signature.is_crash && group.crashes() != 0 ? "error" : "warning");
    json_.member("occurrenceCount", group.count);
    if (finding.state == "new") json_.member("baselineState", "new");
    if (finding.state == "known" || finding.state == "returned") json_.member("baselineState", "unchanged");
    std::string text = signature.text;
    if (!signature.message.empty() && !signature.text.contains(signature.message))
      text += say(": ", signature.message);
    write_text("message", escaped_for_sarif(text));
    write_places(signature);
    bool has_frame = false;
    for (const group::TellingFrame& frame : signature.frames) has_frame = has_frame || !frame.is_message;
    if (has_frame) write_stack(signature);
    json_.begin_object("partialFingerprints");
    json_.member("symgroupId/v1", signature.id);
    json_.end_object();
    write_properties(finding);
    json_.end_object();
  }

  void write_places(const group::Signature& signature) {
    json_.begin_array("locations");
    for (const group::TellingFrame& frame : signature.frames) {
      if (frame.file.empty()) continue;
      write_location(frame);
      break;
    }
    json_.end_array();
  }

  void write_properties(const Finding& finding) {
    const group::Severity severity = severity_of(finding.group->signature);
    json_.begin_object("properties");
    json_.member("severity", severity.type);
    json_.member("severityClass", severity.name);
    json_.member("severityReason", severity.reason);
    if (!finding.owner.empty()) json_.member("owner", finding.owner);
    if (finding.suspects != nullptr) {
      json_.begin_array("suspects");
      for (const Suspect& suspect : finding.suspects->newest_first) json_.value(suspect.commit);
      json_.end_array();
    }
    json_.end_object();
  }

  print::JsonWriter json_;
  const Findings& findings_;
  std::map<std::string, Rule, std::less<>> rules_;
};

}  // namespace

void append_sarif(std::string& out, const Findings& findings) {
  Sarif(out, findings).write();
  out += '\n';
}

}  // namespace symkit::findings
