#include "retrace/tally.h"

namespace symkit::retrace {
namespace {

// Compose tells where in the composition a failure was by frames of a class that does not exist. Its methods
// are keys of groups, which mappings have since Kotlin 2.3.
constexpr std::string_view compose_class = "$$compose";

}  // namespace

void Tally::count(const StackLine& line, const Answer& answer) {
  if (!line.method.present()) return;
  ++frames;
  if (answer.outcome == Outcome::Retraced) ++retraced;
  const bool is_compose = line.at(line.class_name) == compose_class;
  if (answer.outcome == Outcome::UnknownClass) ++(is_compose ? compose_without_keys : unknown_classes);
  if (answer.outcome == Outcome::UnknownMember) ++(is_compose ? unknown_compose_keys : unknown_members);
  if (answer.alternatives.size() > 1) ++ambiguous;
}

void Tally::add(const Tally& other) {
  frames += other.frames;
  retraced += other.retraced;
  ambiguous += other.ambiguous;
  unknown_classes += other.unknown_classes;
  unknown_members += other.unknown_members;
  compose_without_keys += other.compose_without_keys;
  unknown_compose_keys += other.unknown_compose_keys;
}

}  // namespace symkit::retrace
