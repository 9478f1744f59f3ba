// What is known besides a log, or an address, itself: where images are looked for, where the kernel was, and
// what a process had mapped.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/console.h"
#include "find/locate/locator.h"
#include "ground/print/progress.h"
#include "logs/crashlog/image_list.h"
#include "logs/crashlog/kernel_symbols.h"
#include "symlookup/images.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

Result<locate::Places> places_of(const Options& options, const std::vector<std::unique_ptr<Image>>& images,
                                 print::Progress& progress, tools::Console& console);

// Where sources are; of what lies nowhere here servers are asked, where they may be.
rewrite::SourcePlaces source_places(const Options& options, const locate::Places& places);

// Both: none where none was asked for.
Result<std::optional<crashlog::KernelSymbols>> kernel_symbols(const std::string& path);
Result<std::optional<crashlog::ImageList>> process_images(const Options& options);

}  // namespace symkit::symlookup
