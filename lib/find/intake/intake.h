// Turns a path that the user names into indexes in a store: finds the files at the path, prepares those
// that the store does not have, and leaves alone what is up to date. input_kind.h lists what can be
// prepared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers/symbolize/unprepared.h"
#include "debug/companions/places.h"
#include "find/intake/preparing.h"
#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/diagnostics.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "keep/index/composition.h"
#include "keep/store/shelf.h"

namespace symkit::intake {

struct Watch {
  WarningSink warn = [](const std::string&) {};
  // Called when preparation begins, with the image's file and the size of its debug information.
  std::function<void(const std::string& name, std::uint64_t bytes)> began = [](const std::string&,
                                                                               std::uint64_t) {};
  std::function<void(std::uint64_t bytes)> advanced = [](std::uint64_t) {};
  // Progress in other files, .dwo and .dwp, which are not included in that size.
  std::function<void(std::uint64_t bytes)> advanced_elsewhere = [](std::uint64_t) {};
};

struct Options {
  unsigned jobs = 1;
  bool force = false;                             // also prepare what is up to date
  bool only_new = false;                          // keep an index of another file, unless it lacks lines
  std::optional<Architecture> architecture = {};  // only this slice of fat files
  ImageId id = {};                                // for images without an id
  std::string name = {};                          // the name of the image; empty: that of its file
  bool id_from_content = false;                   // if the store cannot be written, warn, return bytes
  bool keep_unstored = false;                     // if the store cannot be written, warn, return bytes
  bool whole = false;                             // the caller needs an index in one piece
  bool leave_out_unusable = false;                // ignore an image without an id or functions
  bool columns = false;                           // also keep columns of DWARF
  bool variables = false;                         // also keep variables
  bool declarations = false;                      // also keep function declarations, discriminators
  bool leave_out_sources = false;                 // omit the sources' text from source maps
  companions::Places companions = {};             // where other debug information of an image may be
  std::string beside = {};                        // for a debug file: the path of the stripped image
  // Other files of the same image, for a PDB or Breakpad symbols: the image itself may be among them.
  std::vector<std::string> same_image = {};
  // When an image without an index is prepared. Unless that is now, the image itself may answer first:
  // see Indexed::unprepared. What is passed in then has to live as long as that.
  Preparing preparing = Preparing::Now;
  std::size_t questions = 0;     // that will be asked, as far as is known
  bool prepares_beside = false;  // on a thread of its own, while the image goes on answering
  bool note_units = false;       // list in Indexed::units which unit the code is in
  Watch watch = {};
};

struct Indexed {
  ImageId id;
  Architecture architecture = Architecture::Unknown;
  std::string name;
  std::string path = {};     // of the index, as the store writes it
  bool prepared = false;     // false: it was up to date
  bool of_another = false;   // … or an index of another file was kept: see Options::only_new
  io::SharedBlob blob = {};  // the index itself, if already loaded or not stored: see find()
  index::Kind kind = index::Kind::Native;
  bool in_parts = false;          // `blob` is the manifest of an index in parts
  bool counts_from_load = false;  // in the named file (a PDB), though the index may not
  std::string id_text = {};       // the id in its original notation, if that is not id.hex()
  std::shared_ptr<const index::UnitRanges> units = {};     // if it was prepared, see Options::note_units
  std::shared_ptr<symbolize::Unprepared> unprepared = {};  // the image itself, in place of an index
};

// Indexes a file's images into the store (one for each requested slice), or its mapping or source map. An
// error names the path; for a missing architecture it lists the available ones.
Result<std::vector<Indexed>> index_file(const std::string& path, store::Shelf& store, const Options& options);

// The same without a store: the bytes of a single image's index.
Result<std::vector<std::uint8_t>> index_bytes(const std::string& path, const Options& options,
                                              Indexed& about);

// The index that index_file() returned, or its manifest if the store keeps it in parts.
Result<store::Shelf::Match> find(const Indexed& indexed, store::Shelf& store);

struct FilesBehind {
  std::vector<std::string> files = {};
  bool walked = false;                        // found in a folder or an archive, not named one by one
  std::vector<std::string> passed_over = {};  // what is not an image in a bundle, a sentence each
};

// The files at a path: a bundle's, those in a folder or an archive that look like images (walked), or the
// path itself.
Result<FilesBehind> files_behind(const std::string& path);

}  // namespace symkit::intake
