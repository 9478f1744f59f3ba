// A dump's stacks as JSON, with names: one object on one line.
#pragma once

#include <string>
#include <vector>

#include "answers/symbolize/frame_resolver.h"
#include "stacks/dumps/jit_names.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"
#include "stacks/dumps/unwound.h"
#include "symcore/values.h"

namespace symkit::symcore {

struct JsonStyle {
  const dumps::JitNames& jit;  // of code that is in no image
  bool with_images = false;    // a list of all
  Values* values = nullptr;    // of frames; null: they are not wanted
};

std::string json_of(const dumps::Process& process, const dumps::LoadedImages& images,
                    const std::vector<dumps::ThreadStack>& stacks, const JsonStyle& style,
                    symbolize::FrameResolver& resolver);

}  // namespace symkit::symcore
