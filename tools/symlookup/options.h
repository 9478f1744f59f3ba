// The options of symlookup, in atos's terms.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/rewrite/source_context.h"
#include "answers/symbolize/frame_resolver.h"
#include "common/command_line.h"
#include "common/fetching.h"
#include "find/intake/preparing.h"
#include "ground/base/architecture.h"
#include "ground/print/progress.h"

namespace symkit::symlookup {

enum class Format { Atos, Llvm, Json, Protobuf };

struct Options {
  std::vector<std::string> objects;
  std::optional<Architecture> architecture;
  std::optional<std::uint64_t> load_address;
  std::optional<std::uint64_t> slide;
  bool addresses_are_offsets = false;
  bool data = false;  // addresses are of variables
  bool inlined_frames = false;
  bool full_path = false;
  std::string delimiter = "\n";
  std::string address_file;
  std::vector<std::string> stores;
  intake::Preparing preparing = intake::Preparing::Auto;
  Format format = Format::Atos;
  bool mangled_names = false;
  bool summary = false;
  bool unique = false;  // an answer is printed only once
  print::ProgressMode progress = print::ProgressMode::Auto;
  std::vector<std::string> symbols;
  std::vector<std::pair<std::string, std::string>> prefix_maps;  // for .dwo, .dwp and .o files
  // For logs:
  bool local = false;     // use files at their own paths without evidence
  bool no_local = false;  // use no files at their own paths
  tools::FetchOptions fetching;
  std::chrono::milliseconds fetch_wait{2000};  // how long frames of a stream are delayed for it
  std::string kernel_symbols;                  // a file like /proc/kallsyms
  std::string process_maps;                    // a file like /proc/PID/maps
  std::string process;                         // a PID of this machine
  bool no_inlines = false;
  symbolize::FoldedNames folded = symbolize::FoldedNames::Resolve;
  bool guess = false;  // explain numbers in logs of unknown format
  rewrite::SourcePlaces sources;
  std::string mapping;            // of Java names: a file, or "store"
  std::vector<std::string> maps;  // source maps of JavaScript: files, or "store"
  std::vector<std::string> map_folders;
  std::vector<std::string> addresses;
  std::vector<std::string> logs;  // operands that are files

  bool knows_process() const { return !process.empty() || !process_maps.empty(); }
  bool java_from_store() const { return mapping == "store"; }
  bool names_managed() const { return !mapping.empty() || !maps.empty() || !map_folders.empty(); }
  bool asks_addresses() const { return !addresses.empty() || !address_file.empty(); }
};

void declare(tools::CommandLine& line, Options& options);

// Hexadecimal with or without 0x, as in logs and for atos. Nothing for anything else.
std::optional<std::uint64_t> read_address(std::string_view text);

}  // namespace symkit::symlookup
