#include "reports/group/rules.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <ranges>

#include "ground/base/each_line.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "reports/group/standard_rules.h"

namespace symkit::group {
namespace {

constexpr std::size_t largest_depth = 32;

// Removes and returns the first word, together with the blanks after it.
std::string_view take_first(std::string_view& line) {
  const std::size_t end = std::min(first_of<" \t">(line), line.size());
  const std::string_view word = line.substr(0, end);
  line = trimmed(line.substr(end));
  return word;
}

// The same for the first of several patterns: "raise, abort".
std::string_view take_pattern(std::string_view& line) {
  const std::size_t end = std::min(line.find(", "), line.size());
  const std::string_view pattern = trimmed(line.substr(0, end));
  line = trimmed(line.substr(std::min(end + 2, line.size())));
  return pattern.empty() ? "*" : pattern;
}

std::optional<Verdict> verdict_of(std::string_view word) {
  if (word == "own") return Verdict::Own;
  if (word == "library") return Verdict::Library;
  if (word == "skip") return Verdict::Skip;
  if (word == "cut") return Verdict::Cut;
  if (word == "signal") return Verdict::Signal;
  if (word == "handler") return Verdict::Handler;
  if (word == "lead") return Verdict::Lead;
  if (word == "anchor") return Verdict::Anchor;
  if (word == "tell") return Verdict::Tell;
  return std::nullopt;
}

// Pairs of neighbours in a text, each as one of 64 bits: a text that lacks a bit of a pattern cannot match,
// which is faster to see than by searching.
std::uint64_t pairs_in(std::string_view text) {
  std::uint64_t pairs = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i - 1] == '*' || text[i] == '*') continue;
    const auto first = static_cast<unsigned char>(text[i - 1]), second = static_cast<unsigned char>(text[i]);
    pairs |= std::uint64_t{1} << ((first * 31U + second) % 64U);
  }
  return pairs;
}

}  // namespace

bool fits(std::string_view text, std::string_view pattern) {
  const std::size_t first_star = pattern.find('*');
  if (first_star == std::string_view::npos) return text == pattern;
  if (!text.starts_with(pattern.substr(0, first_star))) return false;
  text.remove_prefix(first_star);
  pattern.remove_prefix(first_star + 1);
  // The first place of a piece between two stars leaves the most for the others.
  for (std::size_t star = pattern.find('*'); star != std::string_view::npos; star = pattern.find('*')) {
    const std::size_t at = text.find(pattern.substr(0, star));
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + star);
    pattern.remove_prefix(star + 1);
  }
  return text.ends_with(pattern);
}

Rules Rules::standard() {
  constexpr std::size_t more_than_there_are = 2048;
  Rules rules;
  rules.rules_.reserve(more_than_there_are);
  // The built-in rules are valid: a test reads each of the files.
  for (const auto& [name, text] : standard_rules())
    static_cast<void>(rules.add(text, {.name = std::string(name), .is_built_in = true}));
  return rules;
}

Result<void> Rules::add(std::string_view text, std::string_view name) {
  auto content = std::make_shared<const std::string>(text);
  const std::string_view kept = *content;
  return add(kept, {.name = std::string(name), .content = std::move(content)});
}

Result<void> Rules::add(std::string_view text, Text from) {
  Result<void> done;
  texts_.push_back(std::move(from));
  section_ = 0;
  line_ = 0;
  each_line(text, [&](std::string_view line) {
    ++line_;
    if (!done) return;
    const auto added = add_line(trimmed(line));
    if (!added) done = fail(say(texts_.back().name, ":", line_, ": ", added.error().message));
  });
  return done;
}

Result<void> Rules::add_line(std::string_view line) {
  if (line.empty() || line.starts_with('#')) return {};
  const std::string_view verb = take_first(line);
  if (verb == "depth") {
    std::size_t depth = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), depth);
    if (error != std::errc() || end != line.data() + line.size() || depth == 0 || depth > largest_depth)
      return fail(say("depth needs a number of frames, from 1 to ", largest_depth));
    depth_ = depth;
    return {};
  }
  if (verb == "for") return begin_section(line);
  const auto verdict = verdict_of(verb);
  if (!verdict)
    return fail(say(
        "'", verb,
        "' is not a rule: a line begins with own, library, skip, lead, tell, cut, signal, handler, anchor, "
        "for or depth"));
  const std::string_view field = take_first(line);
  if (field != "function" && field != "file" && field != "image")
    return fail(say("after ", verb, " must be function, file or image, not '", field, "'"));
  if (line.empty()) return fail(say("missing pattern after ", verb, " ", field));
  const Field which = field == "function" ? Field::Function : field == "file" ? Field::File : Field::Image;
  constexpr std::string_view as = " as ";
  const std::size_t end = std::min(verb == "tell" ? line.find(as) : line.size(), line.size());
  const std::string_view name = trimmed(line.substr(std::min(end + as.size(), line.size())));
  line = line.substr(0, end);
  while (!line.empty()) add_rule(*verdict, which, take_pattern(line), name);
  return {};
}

void Rules::add_rule(Verdict verdict, Field field, std::string_view pattern, std::string_view name) {
  const bool starts_plain = field == Field::Function && pattern.front() != '*';
  Buckets& buckets = section_ == 0 ? general_ : sectioned_;
  buckets.at(starts_plain ? static_cast<unsigned char>(pattern.front()) : 0)
      .push_back(
          {.pairs = pairs_in(pattern), .number = static_cast<std::uint32_t>(rules_.size()), .field = field});
  rules_.push_back({.verdict = verdict,
                    .field = field,
                    .pattern = pattern,
                    .name = name,
                    .section = section_,
                    .text = texts_.size() - 1,
                    .line = line_});
}

// "for *" ends a section.
Result<void> Rules::begin_section(std::string_view patterns) {
  constexpr std::size_t most = 64;
  if (patterns.empty()) return fail("missing pattern after for");
  section_ = 0;
  if (patterns == "*") return {};
  if (sections_.size() == most) return fail(say("more than ", most, " sections"));
  section_ = Scope{1} << sections_.size();
  sections_.push_back({.patterns = std::string(patterns), .text = texts_.size() - 1, .line = line_});
  while (!patterns.empty()) reports_.emplace_back(take_pattern(patterns), section_);
  return {};
}

Scope Rules::scope_of(std::string_view world, std::string_view kind) const {
  if (world.empty()) return 0;
  const std::string report = say(world, ": ", kind);
  Scope scope = 0;
  for (const auto& [pattern, section] : reports_)
    if (fits(report, pattern)) scope |= section;
  return scope;
}

// The number of the last rule that matches, plus one, if that is more than `best`.
std::size_t Rules::best_in(const Bucket& bucket, const Texts& texts, Scope scope, std::size_t best) const {
  for (const auto& [wanted, number, field] : std::views::reverse(bucket)) {
    if (number < best) break;
    const auto& [text, pairs] = texts[static_cast<std::size_t>(field)];
    if ((wanted & ~pairs) != 0 || text.empty()) continue;
    const Rule& rule = rules_[number];
    if (rule.section != 0 && (rule.section & scope) == 0) continue;
    if (fits(text, rule.pattern)) return number + 1;
  }
  return best;
}

const Rules::Rule* Rules::last_fit(const FrameFacts& frame, Scope scope) const {
  Texts texts;
  std::ranges::transform(std::array{frame.function, frame.file, frame.image}, texts.begin(),
                         [](std::string_view text) { return std::pair(text, pairs_in(text)); });
  const std::size_t first = frame.function.empty() ? 0 : static_cast<unsigned char>(frame.function.front());
  std::size_t best = 0;
  const auto ask = [&](const Buckets& buckets) {
    best = best_in(buckets.front(), texts, scope, best);
    if (first != 0) best = best_in(buckets.at(first), texts, scope, best);
  };
  ask(general_);
  if (scope != 0) ask(sectioned_);
  return best == 0 ? nullptr : &rules_[best - 1];
}

Verdict Rules::verdict(const FrameFacts& frame, Scope scope) const {
  const Rule* const fit = last_fit(frame, scope);
  return fit == nullptr ? Verdict::Own : fit->verdict;
}

std::string_view Rules::name(const FrameFacts& frame, Scope scope) const {
  const Rule* const fit = last_fit(frame, scope);
  return fit == nullptr ? std::string_view() : fit->name;
}

std::string Rules::deciding(const FrameFacts& frame, Scope scope) const {
  constexpr std::array<std::string_view, 9> verbs = {"own",     "library", "skip",   "cut", "signal",
                                                     "handler", "lead",    "anchor", "tell"};
  constexpr std::array<std::string_view, 3> fields = {"function", "file", "image"};
  const Rule* const fit = last_fit(frame, scope);
  if (fit == nullptr) return {};
  std::string rule = say(verbs.at(static_cast<std::size_t>(fit->verdict)), ' ',
                         fields.at(static_cast<std::size_t>(fit->field)), ' ', fit->pattern);
  if (fit->section != 0)
    rule += say(", for ", sections_[static_cast<std::size_t>(std::countr_zero(fit->section))].patterns);
  return say(rule, ", ", place(fit->text, fit->line));
}

std::vector<std::string> Rules::sections_in(Scope scope) const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < sections_.size(); ++i)
    if ((scope >> i & 1) != 0)
      all.push_back(say("for ", sections_[i].patterns, ", ", place(sections_[i].text, sections_[i].line)));
  return all;
}

// Lines of built-in rules change with every version.
std::string Rules::place(std::size_t text, std::size_t line) const {
  const Text& from = texts_[text];
  return from.is_built_in ? from.name : say(from.name, ':', line);
}

}  // namespace symkit::group
