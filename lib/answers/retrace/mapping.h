// A mapping, whichever form it has: which class a name of the program stands for, and what its members were.
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
  std::uint32_t number = 0;  // the mapping's own
  std::string_view original;
};

// For whoever looks at all of a mapping. An index knows of the names in the program only hashes.
struct ListedClass {
  std::uint64_t hash = 0;  // of the name in the program
  std::uint32_t number = 0;
  std::string renamed;  // that name; empty: not known
  std::string original;
};

struct ListedMembers {
  std::vector<std::string> methods;  // as the program calls them, each once
  std::vector<std::string> fields;
};

// One thread's own, as it remembers what it was asked; another thread has a twin of it.
class Mapping {
 public:
  // A mapping.txt (also compressed), an index made of one, or R8's archive of its parts. What is odd but
  // stops nothing goes to `warn`, now and when classes are read; what only the curious want to know to
  // `inform`.
  static Result<std::unique_ptr<Mapping>> open(const std::string& path, const WarningSink& warn,
                                               const WarningSink& inform);

  Mapping() = default;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  virtual ~Mapping() = default;

  // The class that the program calls by this name. Its text is valid until the next call.
  virtual std::optional<ClassNaming> find(std::string_view name) = 0;

  // The methods of this name: nullptr where there is none. Valid until the next call of this function. An
  // error names file, line and column of what cannot be read.
  virtual Result<MethodGroup*> methods(std::uint32_t class_number, std::string_view name) = 0;

  // The same for fields; no field: empty.
  virtual Result<std::vector<Signature>> fields(std::uint32_t class_number, std::string_view name) = 0;

  // The source file that the mapping records for a class, by the class's original name. Replaces `out`.
  virtual bool source_file(std::string_view original, std::string& out) = 0;

  // All classes that find() can find, and what they have.
  virtual Result<std::vector<ListedClass>> list_classes() = 0;
  virtual Result<ListedMembers> list_members(std::uint32_t class_number) = 0;

  // The same mapping for another thread, at the cost of what answers remember; it must not outlive this one.
  // Any thread may ask for it at any time. None where it has become unreadable.
  virtual std::unique_ptr<Mapping> twin() const = 0;

  // A class that will be asked for: where the mapping is far away, the first that is asked for fetches what
  // all of them need.
  virtual void expect(std::string_view /*class_name*/) {}

  // Why the last question has no answer, where what it needs could not be had; else empty.
  virtual const std::string& trouble() const {
    static const std::string none_such;
    return none_such;
  }

  // Why find() gave nothing for a class that the mapping has: what it says of it cannot be read.
  const std::optional<Error>& failure() const { return failure_; }

  // The id by which a program says that this is its mapping; may be empty.
  virtual std::string_view map_id() const = 0;

 protected:
  void set_failure(Error error) { failure_ = std::move(error); }

 private:
  std::optional<Error> failure_;
};

// What is said of a mapping whose version is not known yet.
std::string newer_version(std::string_view path, std::string_view version);

// Is this file an index, by how it begins?
bool is_mapping_index(const std::string& path);

}  // namespace symkit::retrace
