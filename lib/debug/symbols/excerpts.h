// Indexes of single places of an image, each made from the little that it needs: for a file that has no
// index yet. What they say of a place is what the image's index would say.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "debug/debuginfo/object_finder.h"
#include "debug/debuginfo/unit_finder.h"
#include "debug/symbols/outline.h"
#include "debug/symbols/prepare.h"
#include "files/container/image.h"
#include "files/golang/program.h"
#include "ground/base/address.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "keep/index/facts.h"

namespace symkit::symbols {

class Layout;

struct Excerpt {
  io::SharedBlob index;    // null: nothing is known there
  FileAddress first = {};  // it holds from here …
  FileAddress last = {};   // … to here, inclusive
};

// For one thread at a time.
class Excerpts {
 public:
  // They say nothing of variables. Null if the image's debug information is in its object files, and not
  // all of these are there. All that is passed in must outlive it.
  static std::unique_ptr<Excerpts> of(const container::Image& image, const PrepareOptions& options);

  // What the image's index will say of the image, as far as it is known without debug information.
  Result<index::Facts> facts() const;

  // Begins to decompress what every answer needs. Unless let_go() is called, too, the image can then no
  // longer be prepared after the excerpts are gone.
  void begin();
  // Announces that these will be asked for.
  void expect(std::vector<FileAddress> addresses);

  // Whether a signal handler returns to the address.
  bool is_trampoline(FileAddress address) const;
  // All of the image's debug information will be needed: by others, too.
  void let_go() {
    if (finder_ != nullptr) finder_->let_go();
  }

  // Nothing: only the whole index can tell.
  Result<std::optional<Excerpt>> at(FileAddress address);
  // Where functions begin that have exactly this name, or are a version of it, as NativeIndex finds them,
  // if the excerpts there have that name. Nothing: only the whole index can tell.
  Result<std::optional<std::vector<FileAddress>>> named(std::string_view name);

 private:
  Excerpts(const container::Image& image, const PrepareOptions& options, debuginfo::LinkedObjects* objects);

  const Result<std::optional<golang::Program>>& go();
  Result<std::optional<Excerpt>> around(FileAddress address, FileAddress first, FileAddress last);
  Result<std::optional<Excerpt>> in_database(FileAddress address);
  bool read_database(const std::vector<FileAddress>& addresses);
  static Result<std::optional<Excerpt>> nothing_at(FileAddress address, const Layout& layout);

  const container::Image& image_;
  PrepareOptions options_;
  std::unique_ptr<debuginfo::UnitFinder> finder_;     // null: it has no DWARF of its own
  std::unique_ptr<debuginfo::ObjectFinder> objects_;  // null: it has no debug map
  std::optional<Result<std::optional<golang::Program>>> go_;
  Outline::Said said_;
  std::vector<FileAddress> expected_;
  std::map<FileAddress, io::SharedBlob> in_database_;  // an index for several addresses
};

}  // namespace symkit::symbols
