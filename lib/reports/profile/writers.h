// Writes a profile in formats for other programs. Each is appended to `out`; names that would end a line
// or control a terminal are escaped. `type`: the index in profile.types whose values are written.
#pragma once

#include <string>
#include <string_view>

#include "reports/profile/frame_names.h"
#include "reports/profile/namer.h"
#include "reports/profile/pieces.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// pprof's own format, not compressed: all types.
void write_pprof(const Profile& profile, std::string& out);

// Input for flame graph scripts: "main;load;malloc_it 120", outermost first, a line for each stack, in the
// order of the frames' names. Names are in many stacks, but in memory once.
Pieces folded_of(const Profile& profile, std::size_t type);

// One speedscope profile for each type, with a shared table of frames. `exporter`: the tool; `name`: the
// profile's name.
void write_speedscope(const Profile& profile, std::string_view exporter, std::string_view name,
                      std::string& out);

// The Firefox Profiler's format: a thread for each type. `extents`: the locations' places in their
// images, as far as known.
void write_firefox(const Profile& profile, const std::vector<Extent>& extents, std::string_view name,
                   std::string& out);

// A table of functions: the values of each without and with its callees, and its place.
void write_top(const Profile& profile, std::size_t type, Names names, std::string& out);

// A picture: a function is drawn above its caller, and its width is its share.
void write_flame_graph(const Profile& profile, std::size_t type, std::string_view title, std::string& out);

}  // namespace symkit::profile
