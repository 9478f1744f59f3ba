// How groups are written: a line each, or an object of JSON each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "group/groups.h"
#include "group/similar.h"
#include "group/state.h"

namespace symkit::symgroup {

// What is told of a group besides what it is.
struct Notes {
  std::string owner = {};
  std::string_view state = {};  // "new", "known": where that is kept
};

// count, share, id, signature, where, owner, example, and the state, if any: between tabs.
void append_line(std::string& out, const group::Group& group, std::uint64_t reports, const Notes& notes);
void append_json(std::string& out, const group::Group& group, std::uint64_t reports, const Notes& notes,
                 const std::vector<const group::Group*>& members = {});

// A cluster as one group.
group::Group merged(const group::Cluster& cluster);

// A group that the last run had and this one has not.
void append_vanished(std::string& out, const group::KnownGroup& group, bool json);

}  // namespace symkit::symgroup
