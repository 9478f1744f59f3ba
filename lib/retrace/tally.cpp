#include "retrace/tally.h"

namespace symkit::retrace {

void Tally::count(const StackLine& line, const Answer& answer) {
  if (!line.method.present()) return;
  ++frames;
  if (answer.outcome == Outcome::Retraced) ++retraced;
  if (answer.outcome == Outcome::UnknownClass) ++unknown_classes;
  if (answer.outcome == Outcome::UnknownMember) ++unknown_members;
  if (answer.alternatives.size() > 1) ++ambiguous;
}

void Tally::add(const Tally& other) {
  frames += other.frames;
  retraced += other.retraced;
  ambiguous += other.ambiguous;
  unknown_classes += other.unknown_classes;
  unknown_members += other.unknown_members;
}

}  // namespace symkit::retrace
