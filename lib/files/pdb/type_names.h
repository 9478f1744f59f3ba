// Names of inlined functions: calls refer to a record of their own, which refers to another for the class
// or namespace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/pdb/database.h"

namespace symkit::pdb {

// Records by number: those of types, or those of ids.
class NumberedRecords {
 public:
  struct Record {
    std::uint16_t kind = 0;
    Bytes body;
  };

  static NumberedRecords in(Stream stream);
  std::optional<Record> find(std::uint32_t number) const;

 private:
  Stream stream_;
  Bytes records_;
  std::uint32_t first_ = 0;
  std::vector<std::uint32_t> places_;
};

class FunctionNames {
 public:
  static Result<FunctionNames> of(const Database& database);

  // "app::Counter::add"; the mark of ground/base/scope_mark.h precedes the last part. Empty if the record
  // is not a function.
  std::string name_of(std::uint32_t id) const;

 private:
  std::string_view type_name(std::uint32_t number) const;
  std::string_view scope_name(std::uint32_t number) const;

  NumberedRecords types_;
  NumberedRecords ids_;
};

}  // namespace symkit::pdb
