// A dump's stacks as a log: in the form of Android's tombstones, or where only offsets in images are known,
// of minidump_stackwalk. Every tool that reads logs can name and group it.
#pragma once

#include <string>
#include <vector>

#include "stacks/dumps/jit_names.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"
#include "stacks/dumps/unwound.h"

namespace symkit::dumps {

struct ReportStyle {
  bool with_folders = true;       // of the images: they are the machine's own
  bool with_images = false;       // a list of all
  const JitNames* jit = nullptr;  // of code that is in no image
};

std::string report_of(const Process& process, const LoadedImages& images,
                      const std::vector<ThreadStack>& stacks, ReportStyle style);

// Why a stack has no more frames; empty: it is complete.
std::string why_it_ends(const unwind::Stack& stack, const LoadedImages& images);

}  // namespace symkit::dumps
