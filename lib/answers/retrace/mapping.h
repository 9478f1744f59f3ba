// A mapping in any form: the original class for a name of the program, and the original members.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/retrace/naming.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::retrace {

struct ClassNaming {
  std::uint32_t number = 0;  // assigned by the mapping
  std::string_view original;
};

// For listing a whole mapping. An index has only hashes of the program's names.
struct ListedClass {
  std::uint64_t hash = 0;  // of the renamed class
  std::uint32_t number = 0;
  std::string renamed;  // its name in the program; empty: not known
  std::string original;
};

struct ListedMembers {
  std::vector<std::string> methods;  // names in the program, each once
  std::vector<std::string> fields;
};

// For one thread, as it caches lookups; other threads use twins.
class Mapping {
 public:
  // Opens a mapping.txt (also compressed), an index of one, or R8's archive of its parts. Oddities go to
  // `warn`, now and when classes are read; details of little interest go to `inform`.
  static Result<std::unique_ptr<Mapping>> open(const std::string& path, const WarningSink& warn,
                                               const WarningSink& inform);

  Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  virtual ~Mapping() = default;

  // The class of this name in the program. Its text is valid until the next call.
  virtual std::optional<ClassNaming> find(std::string_view name) = 0;

  // The methods of this name; nullptr if there is none. Valid until the next call of this function. An
  // error has the file, line and column of what cannot be read.
  virtual Result<MethodGroup*> methods(std::uint32_t class_number, std::string_view name) = 0;

  // The same for fields; empty if there is none.
  virtual Result<std::vector<Signature>> fields(std::uint32_t class_number, std::string_view name) = 0;

  // Writes the source file that the mapping has for a class, given its original name, to `out`.
  virtual bool source_file(std::string_view original, std::string& out) = 0;

  // All classes that find() can find, with their contents.
  virtual Result<std::vector<ListedClass>> list_classes() = 0;
  virtual Result<ListedMembers> list_members(std::uint32_t class_number) = 0;

  // The same mapping for another thread, with caches of its own; it must not outlive this one. Can be
  // called from any thread at any time. Null if the mapping has become unreadable.
  virtual std::unique_ptr<Mapping> twin() const = 0;

  // Announces a class that will be looked up: for a remote mapping, the first lookup fetches what all of
  // them need.
  virtual void expect(std::string_view /*class_name*/) {}

  // Why the last lookup has no answer, if data that it needs was unavailable; else empty.
  virtual const std::string& trouble() const {
    static const std::string none_such;
    return none_such;
  }

  // Why find() gave nothing for a class that is in the mapping: its content cannot be read.
  const std::optional<Error>& failure() const { return failure_; }

  // No other mapping has it, not even a later one in the same place of memory.
  std::uint64_t serial() const { return serial_; }

  // The id by which a program refers to this mapping; may be empty.
  virtual std::string_view map_id() const = 0;

 protected:
  void set_failure(Error error) { failure_ = std::move(error); }

 private:
  std::uint64_t serial_;
  std::optional<Error> failure_;
};

// The warning about a mapping of an unknown, newer version.
std::string newer_version(std::string_view path, std::string_view version);

// Whether the file begins like an index.
bool is_mapping_index(const std::string& path);

}  // namespace symkit::retrace
