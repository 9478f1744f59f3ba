#include "answers/managed/only_names.h"

namespace symkit::managed {

OnlyNames::OnlyNames(sourcemap::Finder& maps, sourcemap::Resolver& scripts, retrace::MappingSource& mappings)
    : work_{retrace::LogWork{{}, mappings, unused_, retrace::Told::Nothing, true},
            sourcemap::LogWork{maps, scripts, unused_, tally_}} {}

}  // namespace symkit::managed
