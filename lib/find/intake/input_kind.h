// The kinds of input that can be indexed. Each kind is a source file of this folder that recognizes and
// opens such files, is declared below and listed in input_kind.cpp; intake.cpp processes them all.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "debug/symbols/excerpts.h"
#include "find/intake/intake.h"
#include "ground/base/address.h"
#include "ground/io/beginning.h"
#include "keep/index/facts.h"

namespace symkit::intake {

// An input that becomes one index.
class Preparable {
 public:
  explicit Preparable(Indexed about) : about_(std::move(about)) {}
  Preparable(const Preparable&) = delete;
  Preparable& operator=(const Preparable&) = delete;
  virtual ~Preparable() = default;

  // Its description. The id is the one it contains or was given, and may be empty.
  const Indexed& about() const { return about_; }

  // The id to store its index under; an error names the path.
  virtual Result<ImageId> id() const { return about_.id; }

  // A checksum of the content that its index would be made from. An index with the same stamp is up to
  // date.
  virtual std::uint64_t stamp() const = 0;

  // Whether the store's entry under its key can be used.
  virtual bool can_use(const io::SharedBlob& stored) const = 0;

  // Whether a usable entry is as good as a new one would be.
  virtual bool is_up_to_date(Bytes stored) const;

  // Keeps the optional content that was requested when `stored` was made in indexes prepared from now on.
  virtual void keep_what_is_in(Bytes /*stored*/) {}

  // Its index; empty if it has nothing to look up.
  virtual Result<std::vector<std::uint8_t>> prepare(const ImageId& id) = 0;
  // The units of the prepared index, if Options::note_units is set and this kind has units.
  virtual std::shared_ptr<const index::UnitRanges> units() const { return nullptr; }
  // Its unwind table for the store; empty if it has none.
  virtual std::vector<std::uint8_t> unwind_index(const ImageId& /*id*/) const { return {}; }
  virtual std::string_view why_empty() const { return "has nothing to look up"; }

  // For answering before there is an index: how, where an index would have these facts, and how much
  // debug information preparing would read. Null: it can only be prepared.
  struct First {
    std::unique_ptr<symbols::Excerpts> excerpts = {};
    index::Facts facts = {};
    FileAddress text_base = {};
    std::uint64_t work = 0;  // to prepare all of it, as symbols::expected_work()
  };
  virtual First first(const ImageId& /*id*/) { return {}; }

  // Where the image's own addresses begin; nothing if it does not say.
  virtual std::optional<FileAddress> text_base() const { return std::nullopt; }
  // Whether its addresses are relative to where the image is loaded.
  virtual bool counts_from_load() const { return false; }

  // Whether replacing `stored`, which can be used, by `made` would lose information.
  virtual bool knows_less(Bytes /*made*/, Bytes /*stored*/) const { return false; }

 private:
  Indexed about_;
};
using Preparables = std::vector<std::unique_ptr<Preparable>>;

struct InputKind {
  std::string_view called;  // as in "holds no mapping"
  bool (*is_one)(const std::string& path, io::Beginning& beginning);
  // The same for a file found in a folder: its name may have to agree, too.
  bool (*is_one_in_folder)(const std::string& path, io::Beginning& beginning);
  // The inputs in a file; nothing if all of it is left out. `options` must outlive the result.
  Result<Preparables> (*open)(const std::string& path, const Options& options);
};

InputKind images();
InputKind mappings();
InputKind source_maps();
InputKind breakpad_symbols();
InputKind kernel_symbols();

// All kinds; where a file could be of two kinds, the stricter comes first.
std::span<const InputKind> input_kinds();

// The kind of a file that the user named. If no kind fits, it is treated as an image: opening it as one
// gives the best error message.
const InputKind& recognise(const std::string& path);

// Whether a file in a folder is of one of these kinds.
bool is_input_in_folder(const std::string& path, io::Beginning& beginning);

}  // namespace symkit::intake
