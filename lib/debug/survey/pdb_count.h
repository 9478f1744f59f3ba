// The content of a PDB: its modules are counted on all cores, as they are read in preparation.
#pragma once

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

// The other facts about an image of Format::Pdb.
void look_at_pdb(const container::Image& image, Survey& found);

// For the PDB itself, or the one next to a PE file, if there is one.
void count_program_database(const container::Image& image, unsigned jobs, Survey& found);

}  // namespace symkit::survey
