// Information in addition to a log or an address: where images are searched, where the kernel was, and
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

// Where sources are; missing ones are requested from servers, if allowed.
rewrite::SourcePlaces source_places(const Options& options, const locate::Places& places);

// Nothing if no path is given.
Result<std::optional<crashlog::KernelSymbols>> kernel_symbols(const std::string& path);
Result<std::optional<crashlog::ImageList>> process_images(const Options& options);

}  // namespace symkit::symlookup
