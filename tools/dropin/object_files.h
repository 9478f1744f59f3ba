// The files named in a symbolizer's queries, each opened once, and prepared into the store if necessary.
// A file that changes on disk is opened again; if it was deleted, its data is still used.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_resolver.h"
#include "answers/symbolize/open_image.h"
#include "answers/symbolize/variables.h"
#include "common/console.h"
#include "debug/locals/frame_layout.h"
#include "dropin/fetched_files.h"
#include "find/intake/intake.h"
#include "ground/base/architecture.h"
#include "ground/base/result.h"
#include "keep/store/shelf.h"

namespace symkit::dropin {

class ObjectFile {
 public:
  // `path`: of the file, if there is one.
  ObjectFile(std::string path, std::shared_ptr<const symbolize::OpenImage> image, symbolize::NameStyle names,
             symbolize::Dialect dialect, std::vector<std::string> debug_folders);
  ObjectFile(const ObjectFile&) = delete;
  ObjectFile& operator=(const ObjectFile&) = delete;
  ~ObjectFile();

  // Its symbols are those of its debug file, whose names include versions.
  bool has_other_symbols = false;

  const index::Facts& facts() const { return image_->facts(); }
  bool has_lines() const { return facts().counts.with_lines != 0; }
  // Looks up an address of the file. Null if nothing is known; valid until the next call.
  const symbolize::Resolution* resolve(std::uint64_t address);
  // The address in the file where the function begins; nothing if there is none of that (mangled) name.
  std::optional<std::uint64_t> function_named(std::string_view name) const;
  // The result for an address of data: a variable, with its displayed name, or else a function, without a
  // place.
  std::optional<symbolize::Variable> data_at(std::uint64_t address);
  std::optional<std::uint64_t> variable_named(std::string_view name);
  // The variables of the function at an address; valid as long as the file.
  std::vector<locals::LaidOut> frame_at(std::uint64_t address);
  // The preferred base address in a PE image; otherwise 0.
  std::uint64_t preferred_base();
  // The address of the section of this name; nothing if there is none.
  std::optional<std::uint64_t> begin_of_section(const std::string& name);
  bool is_64_bit() const { return has_64_bit_addresses(facts().architecture); }

 private:
  bool is_label_of_code(const symbolize::Variable& variable);

  // The debug information of its frames.
  struct Frames;
  std::unique_ptr<Frames> open_frames() const;

  std::string path_;
  std::vector<std::string> debug_folders_;
  std::shared_ptr<const symbolize::OpenImage> image_;
  symbolize::ImageResolver resolver_;
  std::optional<std::uint64_t> preferred_base_;
  std::map<std::string, std::optional<std::uint64_t>, std::less<>> sections_;  // used so far
  symbolize::NameStyle names_;
  symbolize::Variables variables_;
  std::unique_ptr<Frames> frames_;  // null: they were not asked for
};

class ObjectFiles {
 public:
  struct Settings {
    symbolize::NameStyle names = symbolize::NameStyle::Readable;
    symbolize::Dialect dialect = symbolize::Dialect::Llvm;
    std::string architecture = {};                // for files with several images
    std::vector<std::string> debug_folders = {};  // where other debug information may be
    fetch::Servers servers = {};                  // used if it is nowhere else
  };

  ObjectFiles(Settings settings, tools::Console& console);
  ~ObjectFiles();

  // "FILE", or "FILE:arm64" for one of its images. An error is returned the first time; later the result
  // is null.
  Result<ObjectFile*> find(const std::string& name);
  // Finds a file by its build id in hex: in the folders' .build-id, or in the store.
  Result<ObjectFile*> find_id(const std::string& hex);

 private:
  struct Stamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    bool operator==(const Stamp&) const = default;
  };
  struct Known {
    Stamp stamp;
    std::unique_ptr<ObjectFile> file;  // null: it cannot be used
  };
  // An image of a file, as named in a query.
  struct ImageName {
    std::string path;
    std::string architecture;  // empty: the file has only one
  };
  ImageName image_name(const std::string& name) const;
  static Stamp stamp_of(const std::string& path);
  using Opened = Result<std::unique_ptr<ObjectFile>>;
  Opened open(const ImageName& image);
  Opened open_at_hand(const ImageName& image);
  Opened open_stored(const ImageId& id);
  Opened open_fetched(const ImageId& id);
  Result<store::Shelf*> store();

  Settings settings_;
  tools::Console& console_;
  std::unique_ptr<store::Shelf> store_;
  std::unique_ptr<FetchedFiles> fetched_;  // null: no servers are used
  std::map<std::string, Known, std::less<>> known_;
};

}  // namespace symkit::dropin
