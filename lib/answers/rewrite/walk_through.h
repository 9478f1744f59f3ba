// Walks through a complete log, for callers that have nothing to do between its lines.
#pragma once

#include <cstdint>

#include "answers/rewrite/walk.h"
#include "ground/io/lines.h"

namespace symkit::rewrite {

// Ends early if `is_over` returns true.
template <class IsOver>
Result<void> walk_through(Visitor& visitor, io::Input& log, const crashlog::Knowledge& known,
                          const IsOver& is_over) {
  Walk walk(visitor, known);
  walk.begin(log);
  io::Lines lines(log);
  std::uint64_t number = 0;
  while (!is_over()) {
    const std::uint64_t plain = walk.take_plain(lines);
    number += plain;
    if (plain != 0) continue;
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    if ((*line)->begins) ++number;
    walk.take(**line, number);
  }
  walk.finish();
  return {};
}

}  // namespace symkit::rewrite
