// A profile in the forms that other programs read. Each is appended to `out`; names that would end a line or
// steer a terminal are written visibly. `type`: of profile.types, whose values are written.
#pragma once

#include <string>
#include <string_view>

#include "reports/profile/frame_names.h"
#include "reports/profile/namer.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// pprof's own, not packed: all types.
void write_pprof(const Profile& profile, std::string& out);

// As scripts for flame graphs read them: "main;load;malloc_it 120", outermost first, a line for each stack.
void write_folded(const Profile& profile, std::size_t type, std::string& out);

// One profile of speedscope's for each type, over one table of frames. `exporter`: the tool; `name`: of what.
void write_speedscope(const Profile& profile, std::string_view exporter, std::string_view name,
                      std::string& out);

// The Firefox Profiler's: a thread for each type. `extents`: where locations are in their images, as far as
// they were looked up.
void write_firefox(const Profile& profile, const std::vector<Extent>& extents, std::string_view name,
                   std::string& out);

// A table of functions: what each has itself, what it has with all that it called, and where it is.
void write_top(const Profile& profile, std::size_t type, Names names, std::string& out);

// A picture: a function stands on the one that called it, as wide as its share.
void write_flame_graph(const Profile& profile, std::size_t type, std::string_view title, std::string& out);

}  // namespace symkit::profile
