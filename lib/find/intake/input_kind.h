// What can be made ready for lookups. A kind of input is a file in this room that says how to tell one and
// open it, declared below and listed in input_kind.cpp; all of them go through the one pipeline of
// intake.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "find/intake/intake.h"
#include "ground/base/address.h"
#include "ground/io/beginning.h"

namespace symkit::intake {

// What becomes one index.
class Preparable {
 public:
  explicit Preparable(Indexed about) : about_(std::move(about)) {}
  Preparable(const Preparable&) = delete;
  Preparable& operator=(const Preparable&) = delete;
  virtual ~Preparable() = default;

  // What is said of it. The id is that which it carries or was given, and may be empty.
  const Indexed& about() const { return about_; }

  // The id to keep its index under; an error names the path.
  virtual Result<ImageId> id() const { return about_.id; }

  // Of what its index would be made from. An index that has the same is up to date.
  virtual std::uint64_t stamp() const = 0;

  // Can what the store has under its key be used?
  virtual bool can_use(const io::SharedBlob& stored) const = 0;

  // Of one that can be used: would another one be no better?
  virtual bool is_up_to_date(Bytes stored) const;

  // What was asked for when `stored` was made is kept in what is prepared from now on.
  virtual void keep_what_is_in(Bytes /*stored*/) {}

  // Its index; empty where it has nothing to look up.
  virtual Result<std::vector<std::uint8_t>> prepare(const ImageId& id) = 0;
  // Of what was prepared, where Options::note_units asks for that and its kind has units.
  virtual std::shared_ptr<const index::UnitSpans> units() const { return nullptr; }
  virtual std::string_view why_empty() const { return "holds nothing to look up"; }

  // An index that answers for no more than Options::asked; empty where the whole one is to be made.
  virtual std::vector<std::uint8_t> prepare_excerpt(const ImageId& /*id*/) { return {}; }

  // Where the image's own addresses begin; nothing where it does not say.
  virtual std::optional<FileAddress> text_base() const { return std::nullopt; }
  // Whether its addresses count from where the image is loaded, wherever that was meant to be.
  virtual bool counts_from_load() const { return false; }

  // Would putting `made` in place of `stored`, which can be used, lose something?
  virtual bool knows_less(Bytes /*made*/, Bytes /*stored*/) const { return false; }

 private:
  Indexed about_;
};
using Preparables = std::vector<std::unique_ptr<Preparable>>;

struct InputKind {
  std::string_view called;  // as in "holds no mapping"
  bool (*is_one)(const std::string& path, io::Beginning& beginning);
  // The same of a file that nobody named: its name may have to agree.
  bool (*is_one_in_folder)(const std::string& path, io::Beginning& beginning);
  // What is in a file; nothing where all of it is left out. `options` outlives what is returned.
  Result<Preparables> (*open)(const std::string& path, const Options& options);
};

InputKind images();
InputKind mappings();
InputKind source_maps();
InputKind breakpad_symbols();
InputKind kernel_symbols();

// All of them; where a file could be of two kinds, the stricter stands first.
std::span<const InputKind> input_kinds();

// What a file that somebody named is taken for. What nothing fits is taken for an image: to open it as one
// says best what is wrong.
const InputKind& recognise(const std::string& path);

// Whether a file of a folder is one of them.
bool is_input_in_folder(const std::string& path, io::Beginning& beginning);

}  // namespace symkit::intake
