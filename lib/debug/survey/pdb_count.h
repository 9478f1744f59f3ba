// How much a PDB has: its modules counted on all cores, as preparation reads them.
#pragma once

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

// What an image of Format::Pdb has beside that.
void look_at_pdb(const container::Image& image, Survey& found);

// Of the PDB itself, or of the one beside a PE file, where there is one.
void count_program_database(const container::Image& image, unsigned jobs, Survey& found);

}  // namespace symkit::survey
