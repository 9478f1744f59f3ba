#include "answers/retrace/counts.h"

namespace symkit::retrace {
namespace {

// Compose reports the place of a failure in the composition by frames of a class that does not exist. Its
// methods are keys of groups, which mappings have since Kotlin 2.3.
constexpr std::string_view compose_class = "$$compose";

}  // namespace

void Counts::count(const java::StackLine& line, const Answer& answer) {
  if (!line.method.present()) return;
  ++frames;
  if (answer.outcome == Outcome::Retraced) ++retraced;
  const bool is_compose = line.at(line.class_name) == compose_class;
  if (answer.outcome == Outcome::UnknownClass) ++(is_compose ? compose_without_keys : unknown_classes);
  if (answer.outcome == Outcome::UnknownMember) ++(is_compose ? unknown_compose_keys : unknown_members);
  if (answer.outcome == Outcome::Unavailable) count_unavailable(answer.reason, 1);
  if (answer.alternatives.size() > 1) ++ambiguous;
}

// An endless log must not fill the memory with reasons.
void Counts::count_unavailable(const std::string& reason, std::size_t times) {
  constexpr std::size_t most = 100;
  const bool has_place = unavailable.size() < most || unavailable.contains(reason);
  unavailable[has_place ? reason : "other reasons of this kind"] += times;
}

void Counts::add(const Counts& other) {
  frames += other.frames;
  retraced += other.retraced;
  ambiguous += other.ambiguous;
  unknown_classes += other.unknown_classes;
  unknown_members += other.unknown_members;
  for (const auto& [reason, times] : other.unavailable) count_unavailable(reason, times);
  compose_without_keys += other.compose_without_keys;
  unknown_compose_keys += other.unknown_compose_keys;
}

}  // namespace symkit::retrace
