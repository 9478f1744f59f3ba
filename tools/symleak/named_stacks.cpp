#include "symleak/named_stacks.h"

#include <elf.h>

#include "common/symbol_places.h"
#include "ground/base/words.h"
#include "ground/print/frames.h"
#include "ground/print/log_frames.h"

namespace symkit::symleak {
namespace {

Architecture architecture_of(std::uint32_t machine) {
  switch (machine) {
    case EM_ARM: return Architecture::Armv7;
    case EM_X86_64: return Architecture::X86_64;
    case EM_AARCH64: return Architecture::Arm64;
    default: return Architecture::Unknown;
  }
}

}  // namespace

std::string readable_name(const NamedFrame& frame) {
  if (!frame.function.empty()) return frame.function + frame.others;
  return frame.image.empty() ? hex(frame.offset) : say(frame.image, "+", hex(frame.offset));
}

std::string lasting_name(const NamedFrame& frame) {
  return frame.sharing.is_open() ? name_for_all(*frame.sharing.code()) : readable_name(frame);
}

NamedStacks::NamedStacks(const heap::Stacks& stacks, Architecture architecture, const locate::Places& places,
                         intake::Options how)
    : stacks_(stacks),
      architecture_(architecture),
      locator_(places, std::move(how)),
      resolver_(locator_, symbolize::Dialect::Atos, symbolize::NameStyle::Readable,
                symbolize::FoldedNames::Resolve, symbolize::FoldedSet::most_names) {}

Result<std::unique_ptr<NamedStacks>> NamedStacks::open(const Options& options,
                                                       const heap::Recording& recording,
                                                       const heap::Stacks& stacks, print::Progress& progress,
                                                       tools::Console& console) {
  const auto places = tools::open_places(options.places, progress, console);
  if (!places) return fail(places.error());
  return std::unique_ptr<NamedStacks>(
      new NamedStacks(stacks, architecture_of(recording.header().machine), *places,
                      tools::indexing_for(options.places, progress, console)));
}

std::vector<std::uint32_t> NamedStacks::frames_of(std::uint32_t stack) {
  const heap::Stack recorded = stacks_.stack(stack);
  Numbers frames;
  for (Addresses rest = recorded.frames; !rest.empty();) {
    const Here& first = frames_at(recorded.generation, rest.front());
    const std::size_t count = first.is_shared ? run_at_front(recorded.generation, rest) : 1;
    const Numbers& here =
        first.is_shared ? frames_of_run(recorded.generation, rest.first(count)) : first.frames;
    frames.insert(frames.end(), here.begin(), here.end());
    rest = rest.subspan(count);
  }
  return frames;
}

const NamedStacks::Here& NamedStacks::frames_at(std::uint32_t generation, std::uint64_t address) {
  const auto [place, is_new] = by_address_.try_emplace({generation, address});
  Here& here = place->second;
  if (!is_new) return here;
  const FrameReference frame = reference_to(generation, address);
  const symbolize::FrameAnswer answer = resolver_.resolve(frame);
  here.is_shared = resolver_.waits_for_stack();
  if (!here.is_shared) name(frame, answer, here.frames);
  return here;
}

// The number of frames that must be resolved together: one in shared code, and the outer frames that show
// which function it is. These are its callers while their code is shared, too, the next caller, and that
// one's caller.
std::size_t NamedStacks::run_at_front(std::uint32_t generation, Addresses addresses) {
  constexpr std::size_t enough_callers = 2;
  std::size_t count = 1;
  for (std::size_t plain = 0; count < addresses.size() && plain < enough_callers; ++count)
    plain = frames_at(generation, addresses[count]).is_shared ? 0 : plain + 1;
  return count;
}

const NamedStacks::Numbers& NamedStacks::frames_of_run(std::uint32_t generation, Addresses addresses) {
  const auto [place, is_new] =
      by_run_.try_emplace({generation, std::vector(addresses.begin(), addresses.end())});
  if (!is_new) return place->second;
  std::vector<FrameReference> frames;
  frames.reserve(addresses.size());
  for (const std::uint64_t address : addresses) frames.push_back(reference_to(generation, address));
  std::vector<const FrameReference*> stack;
  stack.reserve(frames.size());
  for (const FrameReference& frame : frames) stack.push_back(&frame);
  resolver_.see_stack(stack);
  for (const FrameReference& frame : frames) name(frame, resolver_.resolve(frame), place->second);
  return place->second;
}

FrameReference NamedStacks::reference_to(std::uint32_t generation, std::uint64_t address) const {
  FrameReference frame;
  frame.address_of = AddressOf::Return;
  frame.runtime_address = address;
  if (const heap::Image* image = stacks_.image_of(generation, address)) {
    frame.image = {.name = print::base_name(image->path),
                   .path = image->path,
                   .id = image->id,
                   .architecture = architecture_};
    frame.slide = image->slide;
  } else {
    frame.problem = "not in any file of the recording";
  }
  return frame;
}

void NamedStacks::name(const FrameReference& frame, const symbolize::FrameAnswer& answer, Numbers& numbers) {
  const print::Located& located = description_.describe(answer);
  if (located.frames.empty()) return name_missing(frame, located.reason, numbers);
  NamedFrame named{.image = std::string(frame.image.name), .path = std::string(frame.image.path)};
  std::span<const print::Frame> frames = located.frames;
  if (located.folded) {
    named.sharing = Sharing(SharedCode::of(*located.folded));
    print::append_others(named.others, located, false);
    // Functions inlined into one of several functions may not have run.
    if (named.sharing.is_open()) frames = frames.last(1);
  }
  for (const print::Frame& one : frames) {
    NamedFrame here = one.inlined ? NamedFrame{.image = named.image, .path = named.path} : named;
    here.function = one.function;
    here.file = one.file;
    here.line = one.line;
    here.offset = one.function.empty() ? *frame.runtime_address - *frame.slide : 0;
    here.is_inlined = one.inlined;
    numbers.push_back(number_of(std::move(here)));
  }
}

void NamedStacks::name_missing(const FrameReference& frame, std::string_view reason, Numbers& numbers) {
  numbers.push_back(number_of({.image = std::string(frame.image.name),
                               .path = std::string(frame.image.path),
                               .offset = *frame.runtime_address - frame.slide.value_or(0),
                               .reason = std::string(reason)}));
}

std::uint32_t NamedStacks::number_of(NamedFrame frame) {
  const auto [place, is_new] =
      numbers_.try_emplace(std::move(frame), static_cast<std::uint32_t>(frames_.size()));
  if (is_new) frames_.push_back(place->first);
  return place->second;
}

}  // namespace symkit::symleak
