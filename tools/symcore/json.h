// A dump's stacks as JSON, with names: one object on one line.
#pragma once

#include <string>
#include <vector>

#include "answers/symbolize/frame_resolver.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"
#include "stacks/dumps/unwound.h"

namespace symkit::symcore {

std::string json_of(const dumps::Process& process, const dumps::LoadedImages& images,
                    const std::vector<dumps::ThreadStack>& stacks, bool with_images,
                    symbolize::FrameResolver& resolver);

}  // namespace symkit::symcore
