#include "reports/group/rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <ranges>

#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "reports/group/standard_rules.h"

namespace symkit::group {
namespace {

constexpr std::size_t largest_depth = 32;

// Removes and returns the first word, together with the blanks after it.
std::string_view take_first(std::string_view& line) {
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view word = line.substr(0, end);
  line = trimmed(line.substr(end));
  return word;
}

std::optional<Verdict> verdict_of(std::string_view word) {
  if (word == "own") return Verdict::Own;
  if (word == "library") return Verdict::Library;
  if (word == "skip") return Verdict::Skip;
  if (word == "cut") return Verdict::Cut;
  if (word == "signal") return Verdict::Signal;
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
  Rules rules;
  // The built-in rules are valid: a test reads each of the files.
  for (const std::string_view text : standard_rules()) static_cast<void>(rules.add(text, "built in"));
  return rules;
}

Result<void> Rules::add(std::string_view text, std::string_view name) {
  Result<void> done;
  std::size_t number = 0;
  each_line(text, [&](std::string_view line) {
    ++number;
    if (!done) return;
    const auto added = add_line(trimmed(line));
    if (!added) done = fail(say(name, ":", number, ": ", added.error().message));
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
  const auto verdict = verdict_of(verb);
  if (!verdict)
    return fail(
        say("'", verb, "' is not a rule: a line begins with own, library, skip, cut, signal or depth"));
  const std::string_view field = take_first(line);
  if (field != "function" && field != "file" && field != "image")
    return fail(say("after ", verb, " must be function, file or image, not '", field, "'"));
  if (line.empty()) return fail(say("missing pattern after ", verb, " ", field));
  const Field which = field == "function" ? Field::Function : field == "file" ? Field::File : Field::Image;
  const bool starts_plain = which == Field::Function && line.front() != '*';
  buckets_.at(starts_plain ? static_cast<unsigned char>(line.front()) : 0).push_back(rules_.size());
  rules_.push_back({*verdict, which, std::string(line), pairs_in(line)});
  return {};
}

// The number of the last rule that matches, plus one, if that is more than `best`.
std::size_t Rules::best_in(std::size_t bucket, const Texts& texts, std::size_t best) const {
  const auto& numbers = buckets_.at(bucket);
  for (const std::size_t number : std::views::reverse(numbers)) {
    if (number < best) break;
    const Rule& rule = rules_[number];
    const auto& [text, pairs] = texts.at(static_cast<std::size_t>(rule.field));
    if ((rule.pairs & ~pairs) == 0 && !text.empty() && fits(text, rule.pattern)) return number + 1;
  }
  return best;
}

const Rules::Rule* Rules::last_fit(const FrameFacts& frame) const {
  Texts texts;
  std::ranges::transform(std::array{frame.function, frame.file, frame.image}, texts.begin(),
                         [](std::string_view text) { return std::pair(text, pairs_in(text)); });
  std::size_t best = best_in(0, texts, 0);
  if (!frame.function.empty())
    if (const auto bucket = static_cast<unsigned char>(frame.function.front()); bucket != 0)
      best = best_in(bucket, texts, best);
  return best == 0 ? nullptr : &rules_[best - 1];
}

Verdict Rules::verdict(const FrameFacts& frame) const {
  const Rule* const fit = last_fit(frame);
  return fit == nullptr ? Verdict::Own : fit->verdict;
}

std::string Rules::deciding(const FrameFacts& frame) const {
  constexpr std::array<std::string_view, 5> verbs = {"own", "library", "skip", "cut", "signal"};
  constexpr std::array<std::string_view, 3> fields = {"function", "file", "image"};
  const Rule* const fit = last_fit(frame);
  if (fit == nullptr) return {};
  return say(verbs.at(static_cast<std::size_t>(fit->verdict)), ' ',
             fields.at(static_cast<std::size_t>(fit->field)), ' ', fit->pattern);
}

}  // namespace symkit::group
