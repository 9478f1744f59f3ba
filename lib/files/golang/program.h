// Go's own table of functions in a program: names, files, lines and inlined calls, as read by the runtime
// for a traceback.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/container/image.h"
#include "files/golang/inlined.h"
#include "files/golang/memory.h"
#include "files/golang/module_data.h"
#include "files/golang/table.h"
#include "ground/base/result.h"

namespace symkit::golang {

class Program {
 public:
  // Nothing if the image has no such table; an error if the table is unusable.
  static Result<std::optional<Program>> open(const container::Image& image);

  // The version that built it: "go1.22.1", or as much as the table's form shows, "Go 1.18 or 1.19".
  std::string version() const;
  const std::string& build_version() const { return build_version_; }  // empty: unknown
  std::size_t function_count() const { return table_.function_count(); }
  // Whether inlined calls are known. If not, inlined code has neither file nor line, because these would
  // be of another function.
  bool knows_inlined() const { return shape_.has_value(); }

  // Whether Go prints the name differently from the table: since generic functions exist, the content of
  // brackets is printed as "[...]". Then use printed_name().
  bool prints_otherwise(std::string_view name) const {
    return table_.has_offsets() && name.find('[') != std::string_view::npos;
  }
  static std::string printed_name(std::string_view name);

  // For FunctionReader.
  const Table& table() const { return table_; }
  const Memory& memory() const { return memory_; }
  const std::optional<InlinedShape>& shape() const { return shape_; }
  std::uint64_t address_of(std::uint64_t entry) const;
  Bytes inline_tree(const Record& record, const InlinedShape& shape) const;
  Endian endian() const { return endian_; }

 private:
  Program(Memory memory, Table table, Endian endian)
      : memory_(std::move(memory)), table_(table), endian_(endian) {}
  Result<void> place(const container::Image& image);
  Result<void> place_text(const container::Image& image);
  std::uint64_t text_by_size() const;
  Result<void> check_without_code(const container::Image& image) const;
  void choose_shape();
  std::size_t fitting_trees(const InlinedShape& shape) const;

  Memory memory_;
  std::vector<std::uint8_t> relocated_;  // the table, if the loader changes it
  Table table_;
  Endian endian_;
  std::uint64_t table_address_ = 0;
  ModuleData module_;
  std::optional<InlinedShape> shape_;
  std::string build_version_;
};

}  // namespace symkit::golang
