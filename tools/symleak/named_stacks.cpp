#include "symleak/named_stacks.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include "base/words.h"
#include "common/fetching.h"
#include "common/folder_walk.h"
#include "common/store_path.h"
#include "common/watch.h"
#include "print/frames.h"

namespace symkit::symleak {
namespace {

Architecture architecture_of(std::uint32_t machine) {
  switch (machine) {
    case 40: return Architecture::Armv7;
    case 62: return Architecture::X86_64;
    case 183: return Architecture::Arm64;
    default: return Architecture::Unknown;
  }
}

Result<locate::Places> places_of_recording(const Options& options, print::Progress& progress,
                                           tools::Console& console) {
  locate::Places places;
  places.look = tools::look_with(progress, console);
  auto stores = tools::stores(options.stores, console);
  if (!stores) return fail(stores.error());
  places.stores = std::move(*stores);
  places.symbols = options.symbols;
  places.own_paths = locate::own_paths(options.local, options.no_local);
  for (const std::string& path : options.symbols)
    if (::access(path.c_str(), R_OK) != 0) return fail(say("--symbols ", path, ": ", std::strerror(errno)));
  auto downloads = tools::open_downloads(options.fetching, progress, console);
  if (!downloads) return fail(downloads.error());
  places.downloads = std::move(*downloads);
  return places;
}

}  // namespace

NamedStacks::NamedStacks(const heap::Stacks& stacks, Architecture architecture, const locate::Places& places,
                         intake::Options how)
    : stacks_(stacks),
      architecture_(architecture),
      locator_(places, std::move(how)),
      resolver_(locator_, symbolize::Dialect::Atos, symbolize::NameStyle::Readable,
                symbolize::FoldedNames::First) {}

Result<std::unique_ptr<NamedStacks>> NamedStacks::open(const Options& options,
                                                       const heap::Recording& recording,
                                                       const heap::Stacks& stacks, print::Progress& progress,
                                                       tools::Console& console) {
  const auto places = places_of_recording(options, progress, console);
  if (!places) return fail(places.error());
  intake::Options how;
  how.keep_unstored = true;
  how.watch = tools::watch_with(progress, console);
  return std::unique_ptr<NamedStacks>(
      new NamedStacks(stacks, architecture_of(recording.header().machine), *places, std::move(how)));
}

std::vector<std::uint32_t> NamedStacks::frames_of(std::uint32_t stack) {
  const heap::Stack recorded = stacks_.stack(stack);
  std::vector<std::uint32_t> frames;
  for (const std::uint64_t address : recorded.frames) {
    const auto& here = frames_at(recorded.generation, address);
    frames.insert(frames.end(), here.begin(), here.end());
  }
  return frames;
}

const std::vector<std::uint32_t>& NamedStacks::frames_at(std::uint32_t generation, std::uint64_t address) {
  const auto [place, is_new] = by_address_.try_emplace({generation, address});
  if (is_new) name(stacks_.image_of(generation, address), address, place->second);
  return place->second;
}

void NamedStacks::name(const heap::Image* image, std::uint64_t address, std::vector<std::uint32_t>& numbers) {
  if (image == nullptr) {
    numbers.push_back(number_of({.offset = address, .reason = "in no file that the recording names"}));
    return;
  }
  FrameReference frame;
  frame.image = {.name = print::base_name(image->path),
                 .path = image->path,
                 .id = image->id,
                 .architecture = architecture_};
  frame.address_of = AddressOf::Return;
  frame.runtime_address = address;
  frame.slide = image->slide;
  const symbolize::FrameAnswer answer = resolver_.resolve(frame);
  const print::Located& located = description_.describe(answer);
  const std::string name(print::base_name(image->path));
  const std::uint64_t offset = address - image->slide;
  for (const print::Frame& one : located.frames)
    numbers.push_back(number_of({std::string(one.function),
                                 std::string(one.file),
                                 one.line,
                                 name,
                                 one.function.empty() ? offset : 0,
                                 {},
                                 one.inlined}));
  if (located.frames.empty())
    numbers.push_back(number_of({.image = name, .offset = offset, .reason = std::string(located.reason)}));
}

std::uint32_t NamedStacks::number_of(NamedFrame frame) {
  const auto [place, is_new] =
      numbers_.try_emplace(std::move(frame), static_cast<std::uint32_t>(frames_.size()));
  if (is_new) frames_.push_back(place->first);
  return place->second;
}

}  // namespace symkit::symleak
