// From a path that a person names to indexes in a store: finds what is behind the path, prepares what the
// store does not have yet, leaves alone what is up to date. What can be prepared is in input_kind.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "debug/companions/places.h"
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
  // Preparation begins: of this file's image, with so many bytes of debug information.
  std::function<void(const std::string& name, std::uint64_t bytes)> began = [](const std::string&,
                                                                               std::uint64_t) {};
  std::function<void(std::uint64_t bytes)> advanced = [](std::uint64_t) {};
  // In other files, which those bytes do not count: .dwo, .dwp.
  std::function<void(std::uint64_t bytes)> advanced_elsewhere = [](std::uint64_t) {};
};

struct Options {
  unsigned jobs = 1;
  bool force = false;                             // prepare also what is up to date
  bool only_new = false;                          // an index of another file stays, unless it lacks lines
  std::optional<Architecture> architecture = {};  // only this slice of fat files
  ImageId id = {};                                // for images that carry none
  std::string name = {};                          // what the image is called; empty: as its file is
  bool id_from_content = false;                   // an image without an id gets one made from its content
  bool keep_unstored = false;          // where the store cannot be written, a warning and the bytes
  bool whole = false;                  // the caller needs an index in one piece
  bool leave_out_unusable = false;     // no error for an image without an id or without functions
  bool columns = false;                // of DWARF are kept, too
  bool variables = false;              // the same
  bool declarations = false;           // of functions, and discriminators
  bool leave_out_sources = false;      // of source maps: the text of the sources
  companions::Places companions = {};  // where the rest of an image's debug information may be
  std::string beside = {};             // of a debug file: the path of the stripped image
  // Other files of the same image: of a PDB's or of Breakpad's symbols, where the image itself may be.
  std::vector<std::string> same_image = {};
  // What will be asked, where that is all: places by offsets, of an image of this text base. Where a whole
  // index is much more work, one is made of what is round these places, and not kept.
  std::function<std::vector<ImageOffset>(FileAddress text_base, Architecture)> asked = {};
  std::uint64_t much_to_index = 16U << 20;  // from so many bytes of debug information on
  bool note_units = false;                  // say in Indexed::units which unit an index's code is of
  Watch watch = {};
};

struct Indexed {
  ImageId id;
  Architecture architecture = Architecture::Unknown;
  std::string name;
  std::string path = {};     // of the index, as the store calls the place
  bool prepared = false;     // false: it was up to date
  bool of_another = false;   // … or is of another file, and stays: see Options::only_new
  io::SharedBlob blob = {};  // the index itself, where it is at hand or could not be kept: see find()
  index::Kind kind = index::Kind::Native;
  bool in_parts = false;          // `blob` is the manifest of an index in parts
  bool counts_from_load = false;  // what was named does (a PDB), though the index may know of a text base
  std::string id_text = {};       // the id as its writer wrote it, where that is not id.hex()
  std::shared_ptr<const index::UnitSpans> units = {};  // where it was prepared, see Options::note_units
};

// The images of a file, one for each slice that was asked for, or its mapping or source map, as indexes in
// the store. An error names the path; for an architecture that is not there it lists those that are.
Result<std::vector<Indexed>> index_file(const std::string& path, store::Shelf& store, const Options& options);

// The same without a store: the bytes of the one image's index.
Result<std::vector<std::uint8_t>> index_bytes(const std::string& path, const Options& options,
                                              Indexed& about);

// The index that index_file() has told of, or its manifest, where the store keeps it in parts.
Result<store::Shelf::Match> find(const Indexed& indexed, store::Shelf& store);

struct FilesBehind {
  std::vector<std::string> files = {};
  bool walked = false;                        // found in a folder or an archive: nobody named them one by one
  std::vector<std::string> passed_over = {};  // of a bundle or archive, what is no image: a sentence each
};

// The files behind a path: a bundle's, those in a folder or an archive that look like images (walked), or the
// path itself.
Result<FilesBehind> files_behind(const std::string& path);

}  // namespace symkit::intake
