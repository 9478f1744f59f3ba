#include "answers/retrace/same_answers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "answers/retrace/render.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"

namespace symkit::retrace {
namespace {

// A hostile mapping may have a million lines with a million answers each.
constexpr std::size_t most_effort = 50'000'000;
constexpr std::string_view class_in_question = "c";

// One class of a mapping, under a name for lookup, as an index knows only the hash of its name.
class OneClass final : public Mapping {
 public:
  OneClass(Mapping& whole, const ListedClass& of) : whole_(whole), of_(of) {}

  std::optional<ClassNaming> find(std::string_view name) override {
    if (name != class_in_question) return std::nullopt;
    return ClassNaming{of_.number, of_.original};
  }
  Result<MethodGroup*> methods(std::uint32_t number, std::string_view name) override {
    return whole_.methods(number, name);
  }
  Result<std::vector<Signature>> fields(std::uint32_t number, std::string_view name) override {
    return whole_.fields(number, name);
  }
  bool source_file(std::string_view original, std::string& out) override {
    return whole_.source_file(original, out);
  }
  Result<std::vector<ListedClass>> list_classes() override { return whole_.list_classes(); }
  Result<ListedMembers> list_members(std::uint32_t number) override { return whole_.list_members(number); }
  std::unique_ptr<Mapping> twin() const override { return nullptr; }
  std::string_view map_id() const override { return {}; }

 private:
  Mapping& whole_;
  const ListedClass& of_;
};

bool same(const Signature& a, const Signature& b) {
  return a.name == b.name && a.holder == b.holder && a.return_type == b.return_type &&
         a.arguments == b.arguments;
}

const Signature& typed(const MethodGroup& group, std::uint32_t number) {
  return group.signatures->signature(number, Detail::Types);
}

bool same_member(const MethodGroup& a, std::uint32_t in_a, const MethodGroup& b, std::uint32_t in_b) {
  if (in_a == none || in_b == none) return in_a == in_b;
  const Member &one = a.members[in_a], &other = b.members[in_b];
  return one.synthesized == other.synthesized && one.outline == other.outline &&
         same(typed(a, one.signature), typed(b, other.signature));
}

bool same_rules(const MethodGroup& a, const MappedRange& of_a, const MethodGroup& b,
                const MappedRange& of_b) {
  if ((of_a.rewrite == none) != (of_b.rewrite == none)) return false;
  if ((of_a.callsite == none) != (of_b.callsite == none)) return false;
  if (of_a.callsite != none && a.callsites[of_a.callsite] != b.callsites[of_b.callsite]) return false;
  if (of_a.rewrite == none) return true;
  const RewriteFrame &one = a.rewrites[of_a.rewrite], &other = b.rewrites[of_b.rewrite];
  return one.thrown == other.thrown && one.remove_inner == other.remove_inner;
}

bool same_range(const MethodGroup& a, const MappedRange& of_a, const MethodGroup& b,
                const MappedRange& of_b) {
  return of_a.minified == of_b.minified && of_a.original == of_b.original &&
         of_a.synthesized == of_b.synthesized && of_a.outline == of_b.outline &&
         same(typed(a, of_a.signature), typed(b, of_b.signature)) &&
         same_member(a, of_a.member, b, of_b.member) && same_rules(a, of_a, b, of_b);
}

// Whether the contents are equal; different contents may still give the same answers.
bool says_the_same(const MethodGroup& a, const MethodGroup& b) {
  if (a.ranges.size() != b.ranges.size()) return false;
  for (std::size_t i = 0; i < a.ranges.size(); ++i)
    if (!same_range(a, a.ranges[i], b, b.ranges[i])) return false;
  return true;
}

// The methods from which messages choose.
std::string members_of(const MethodGroup* group) {
  std::set<std::string> all;
  for (std::size_t i = 0; group != nullptr && i < group->members.size(); ++i) {
    const Signature& signature = typed(*group, group->members[i].signature);
    std::string text;
    append_method(text, signature, true);
    all.insert(signature.holder.empty() ? text : say(text, " of ", signature.holder));
  }
  std::string text;
  for (const std::string& one : all) text += (text.empty() ? "" : ", ") + one;
  return text.empty() ? "no method" : text;
}

// Answers can change only at these lines.
void add_lines(const MethodGroup* group, std::set<std::int32_t>& lines) {
  if (group == nullptr) return;
  for (const MappedRange& range : group->ranges) {
    if (!range.minified) continue;
    const std::int64_t from = range.minified->from, to = range.minified->to;
    for (const std::int64_t line : {from - 1, from, to, to + 1})
      if (line >= 0 && line <= INT32_MAX) lines.insert(static_cast<std::int32_t>(line));
  }
}

std::string in_one_line(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (!text.empty()) text += ", ";
    text += lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text.empty() ? "no frame" : text;
}

// "c.run(SourceFile:12)", with the method's name.
java::StackLine frame_of(const std::string& text, std::size_t method_size, bool has_line) {
  constexpr std::size_t file_size = std::string_view("SourceFile").size();
  const std::size_t method = class_in_question.size() + 1;
  const std::size_t file = method + method_size + 1;
  java::StackLine line;
  line.text = text;
  line.class_name = {0, class_in_question.size()};
  line.method = {method, method + method_size};
  line.source_file = {file, file + file_size};
  line.line_number = {file + file_size, has_line ? text.size() - 1 : file + file_size};
  line.colon_before_line = true;
  return line;
}

}  // namespace

void SameAnswers::set_class(const ListedClass& one, const ListedClass& other) {
  class_ = {&one, &other};
  files_compared_.clear();
}

std::optional<Disagreement> SameAnswers::compare_files(std::string_view original) {
  if (files_compared_.contains(original)) return std::nullopt;
  files_compared_.emplace(original);
  Disagreement found;
  for (std::size_t i = 0; i < mappings_.size(); ++i)
    if (std::string file; mappings_[i]->source_file(original, file)) found.answers[i] = print::visible(file);
  if (found.answers[0] == found.answers[1]) return std::nullopt;
  for (std::string& answer : found.answers)
    if (answer.empty()) answer = "none is recorded";
  found.question = say("the source file of ", print::visible(original));
  return found;
}

Result<std::optional<Disagreement>> SameAnswers::compare_source_file() {
  for (std::size_t i = 0; i < mappings_.size(); ++i)  // some know only the class looked up last
    if (const auto asked = mappings_[i]->fields(class_[i]->number, {}); !asked) return fail(asked.error());
  return compare_files(class_[0]->original);
}

std::optional<Disagreement> SameAnswers::compare_files_of(const MethodGroup& group) {
  for (const MappedRange& range : group.ranges)
    if (const Signature& signature = typed(group, range.signature); !signature.holder.empty())
      if (auto found = compare_files(signature.holder)) return found;
  return std::nullopt;
}

Result<std::optional<Disagreement>> SameAnswers::compare_methods(const std::string& name) {
  Groups groups{};
  for (std::size_t i = 0; i < mappings_.size(); ++i) {
    const auto group = mappings_[i]->methods(class_[i]->number, name);
    if (!group) return fail(group.error());
    groups[i] = *group;
  }
  const bool both = groups[0] != nullptr && groups[1] != nullptr;
  if (both && says_the_same(*groups[0], *groups[1])) return compare_files_of(*groups[0]);
  std::array<std::string, 2> members = {members_of(groups[0]), members_of(groups[1])};
  if (members[0] != members[1])
    return Disagreement{"", {print::visible(members[0]), print::visible(members[1])}};
  return ask_all(name, groups);
}

Result<std::optional<Disagreement>> SameAnswers::ask_all(const std::string& name, const Groups& groups) {
  std::set<std::int32_t> lines = {0};
  std::size_t ranges = 1;
  for (const MethodGroup* group : groups) {
    add_lines(group, lines);
    if (group != nullptr) ranges += group->ranges.size();
  }
  std::vector<Question> questions = {{}};
  for (const std::int32_t line : lines) questions.push_back({line, {}, {}});
  for (const MethodGroup* group : groups) {
    for (std::size_t i = 0; group != nullptr && i < group->ranges.size(); ++i) {
      const MappedRange& range = group->ranges[i];
      if (!range.minified) continue;
      for (const std::int32_t line : {range.minified->from, range.minified->to}) {
        if (range.callsite != none)
          for (const auto& [within, at] : group->callsites[range.callsite])
            questions.push_back({line, within, {}});
        if (range.rewrite != none)
          for (const std::string& thrown : group->rewrites[range.rewrite].thrown)
            questions.push_back({line, {}, thrown});
      }
    }
  }
  for (const Question& question : questions) {
    effort_ += ranges;
    if (effort_ > most_effort)
      return Disagreement{"some line",
                          {"written in one way", "in another, too large to compare line by line"}};
    if (auto found = ask(name, question); !found || *found) return found;
  }
  return std::nullopt;
}

Result<std::optional<Disagreement>> SameAnswers::ask(const std::string& name, const Question& question) {
  for (const bool verbose : {false, true}) {
    Disagreement found;
    for (std::size_t i = 0; i < mappings_.size(); ++i) {
      auto text = answer(i, name, question, verbose);
      if (!text) return fail(text.error());
      found.answers[i] = std::move(*text);
    }
    if (found.answers[0] == found.answers[1]) continue;
    found.question = question.line ? say("line ", *question.line) : "without a line";
    if (question.within_outline)
      found.question += say(", called from line ", *question.within_outline, " of an outline");
    if (!question.thrown.empty())
      found.question += say(", where ", print::visible(question.thrown), " was thrown");
    return found;
  }
  return std::nullopt;
}

Result<std::string> SameAnswers::answer(std::size_t which, const std::string& name, const Question& question,
                                        bool verbose) {
  OneClass mapping(*mappings_[which], *class_[which]);
  Retracer retracer(verbose);
  retracer.set_context(
      {question.thrown.empty() ? std::nullopt : std::optional(question.thrown), question.within_outline});
  const std::string text = say(class_in_question, '.', name, "(SourceFile",
                               question.line ? say(':', *question.line) : std::string(), ')');
  const java::StackLine line = frame_of(text, name.size(), question.line.has_value());
  const auto answered = retracer.retrace(line, mapping);
  if (!answered) return fail(answered.error());
  std::string lines;
  append_answer(lines, line, **answered, "\n", {.verbose = verbose});
  std::string told = in_one_line(lines);
  if ((*answered)->ambiguous) told += " (one of them)";
  if ((*answered)->outcome == Outcome::UnknownMember) told += " (the method is not known)";
  if (const auto within = retracer.context()->within_outline)
    told += say(" (an outline, line ", *within, ")");
  return told;
}

Result<std::optional<Disagreement>> SameAnswers::compare_fields(const std::string& name) {
  std::array<std::vector<Signature>, 2> fields;
  Disagreement found;
  for (std::size_t i = 0; i < mappings_.size(); ++i) {
    auto of_name = mappings_[i]->fields(class_[i]->number, name);
    if (!of_name) return fail(of_name.error());
    for (const Signature& field : *of_name) {
      std::string& text = found.answers[i];
      text += say(text.empty() ? "" : ", ", field.return_type, ' ', field.holder,
                  field.holder.empty() ? "" : ".", field.name);
    }
    if (found.answers[i].empty()) found.answers[i] = "no field";
    fields[i] = std::move(*of_name);
  }
  if (found.answers[0] != found.answers[1]) {
    for (std::string& answer : found.answers) answer = print::visible(answer);
    return found;
  }
  for (const Signature& field : fields[0])
    if (!field.holder.empty())
      if (auto files = compare_files(field.holder)) return files;
  return std::nullopt;
}

}  // namespace symkit::retrace
