#include "answers/managed/managed_lines.h"

namespace symkit::managed {

ManagedLines::ManagedLines(const ManagedWork& work, stream::LineTaker& last) : first_(&last) {
  if (work.java) first_ = &java_.emplace(*work.java, *first_);
  if (work.scripts) first_ = &scripts_.emplace(*work.scripts, *first_);
}

}  // namespace symkit::managed
