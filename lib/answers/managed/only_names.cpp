#include "answers/managed/only_names.h"

namespace symkit::managed {

OnlyNames::OnlyNames(sourcemap::Finder& maps, sourcemap::Resolver& scripts, retrace::MappingSource& mappings)
    : java_{{}, mappings, unused_, retrace::Told::Nothing, true}, scripts_{maps, scripts, unused_, tally_} {}

}  // namespace symkit::managed
