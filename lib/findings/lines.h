// How groups are written: a line each, or an object of JSON each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "symgroup/findings.h"

namespace symkit::symgroup {

// count, share, id, signature, where, owner, example, suspects, if they were asked for, and the state, if
// any: between tabs.
void append_line(std::string& out, const Finding& finding, std::uint64_t reports);
void append_json(std::string& out, const Finding& finding, std::uint64_t reports);

// A group that the last run had and this one has not.
void append_vanished(std::string& out, const group::KnownGroup& group, bool json);

// Line by line, with nothing in it that would steer a terminal.
std::string visible_lines(std::string_view text);

// "12.3%"
std::string share_of(std::uint64_t count, std::uint64_t all);
// The first frame that has a source; null: none has.
const group::TellingFrame* placed_frame(const group::Signature& signature);

}  // namespace symkit::symgroup
