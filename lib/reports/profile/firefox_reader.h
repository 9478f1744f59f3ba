// Profiles of the Firefox Profiler, as samply and others write them: JSON whose tables are columns. Frames
// are addresses from the beginning of a library, within the call already.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "logs/crashlog/json_document.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// The tables of a thread, or of all of them: newer files share them.
struct FirefoxTables {
  crashlog::JsonValue frames;
  crashlog::JsonValue functions;
  crashlog::JsonValue stacks;
  crashlog::JsonValue symbols;
  crashlog::JsonValue sources;  // only newer files have them
  crashlog::JsonValue texts;
  std::vector<std::int64_t> frame_functions;     // of each frame
  std::vector<std::int64_t> frame_flags;         // of each frame; only newer files have them
  std::vector<std::int64_t> frame_libraries;     // of each frame; no_number where it has none
  std::vector<std::uint32_t> frame_locations;    // of each frame, in Profile::locations
  std::vector<std::int64_t> function_resources;  // of each function
  std::vector<std::int64_t> function_flags;      // of each function; only newer files have them
  std::vector<std::int64_t> stack_frames;        // of each stack
  std::vector<std::int64_t> stack_prefixes;      // of each stack, those that called it; no_number: none did
};

struct FirefoxThread {
  crashlog::JsonValue value;
  std::size_t tables = 0;  // in FirefoxFile::tables
};

struct FirefoxFile {
  Profile profile;  // its bytes are the JSON that was read, also where the file had numbers beside it
  std::int64_t version = 0;
  std::shared_ptr<const crashlog::JsonDocument> document;
  std::vector<FirefoxTables> tables;
  std::vector<FirefoxThread> threads;
};

Result<FirefoxFile> read_firefox(io::SharedBlob bytes);

}  // namespace symkit::profile
