#include "stacks/dumps/jit_names.h"

#include <utility>

#include "files/jit/made_name.h"
#include "ground/base/object_path.h"
#include "ground/base/return_address.h"
#include "ground/base/words.h"
#include "stacks/dumps/own_file.h"

namespace symkit::dumps {
namespace {

bool is_in_no_image(const unwind::Frame& frame, const Process& process, const LoadedImages& images) {
  const std::uint64_t place =
      frame.is_return_address ? call_before(frame.address, process.architecture) : frame.address;
  return images.find(place) == nullptr;
}

bool is_any_in_no_image(const Process& process, const LoadedImages& images,
                        const std::vector<ThreadStack>& stacks) {
  for (const ThreadStack& one : stacks)
    for (const unwind::Frame& frame : one.stack.frames)
      if (is_in_no_image(frame, process, images)) return true;
  return false;
}

}  // namespace

void JitNames::add(std::string list) {
  if (list.empty()) return;
  lists_.push_back(std::move(list));
  if (auto code = jit::read_made_code(as_bytes(lists_.back()))) code_.push_back(std::move(*code));
}

std::optional<JitFrame> JitNames::at(std::uint64_t address) const {
  for (const jit::MadeCode& code : code_)
    if (const jit::Piece* const piece = code.at(address)) {
      const jit::MadeName name = jit::read_made_name(piece->function);
      return JitFrame{.function = name.function, .file = name.file, .offset = address - piece->begin};
    }
  return std::nullopt;
}

JitNames jit_names_of(const Process& running, const LoadedImages& images,
                      const std::vector<ThreadStack>& stacks) {
  JitNames names;
  if (!is_any_in_no_image(running, images, stacks)) return names;
  const auto own = own_numbers_of(running.id);
  if (!own) return names;
  names.add(own_file(running.id, say("/tmp/perf-", own->process, ".map"), own->user));
  // Compilers map it so that it can be found.
  const std::string dump = say("jit-", own->process, ".dump");
  for (const MappedFile& file : running.files)
    if (without_folders(file.path) == dump) {
      names.add(own_file(running.id, file.path, own->user));
      break;
    }
  return names;
}

}  // namespace symkit::dumps
