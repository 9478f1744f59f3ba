// Profiles of the Firefox Profiler, as written by samply and others: JSON whose tables are columns.
// Frames are addresses relative to a library, and already within the call instruction.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "ground/json/document.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// The tables of a thread; in newer files they are shared by all threads.
struct FirefoxTables {
  json::Value frames;
  json::Value functions;
  json::Value stacks;
  json::Value symbols;
  json::Value sources;  // only newer files have them
  json::Value texts;
  std::vector<std::int64_t> frame_functions;     // of each frame
  std::vector<std::int64_t> frame_flags;         // of each frame; only newer files have them
  std::vector<std::int64_t> frame_libraries;     // of each frame; no_number if it has none
  std::vector<std::uint32_t> frame_locations;    // of each frame, in Profile::locations
  std::vector<std::int64_t> function_resources;  // of each function
  std::vector<std::int64_t> function_flags;      // of each function; only newer files have them
  std::vector<std::int64_t> stack_frames;        // of each stack
  std::vector<std::int64_t> stack_prefixes;      // the caller of each stack; no_number if there is none
};

struct FirefoxThread {
  json::Value value;
  std::size_t tables = 0;  // in FirefoxFile::tables
};

struct FirefoxFile {
  Profile profile;  // its bytes are the JSON, even if the file has separate columns of numbers
  std::int64_t version = 0;
  std::shared_ptr<const json::Document> document;
  std::vector<FirefoxTables> tables;
  std::vector<FirefoxThread> threads;
};

Result<FirefoxFile> read_firefox(io::SharedBlob bytes);

}  // namespace symkit::profile
