// Go's table of functions (pclntab) as stored: the header, the position of each function's record, names,
// files and tables of values. Function entries are addresses in old tables and offsets from the beginning
// of the text in new ones; program.h converts them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/cursor.h"

namespace symkit::golang {

// The first version of Go with this layout.
enum class Layout : std::uint8_t { Go1_2, Go1_16, Go1_18, Go1_20 };

// A function's record: offsets of its name and of its tables of values, 0 if there is none.
struct Record {
  std::uint64_t entry = 0;
  std::uint32_t name = 0;
  std::uint32_t files = 0;
  std::uint32_t lines = 0;
  std::uint32_t unit = 0;        // where the unit's files begin; since 1.16
  std::uint32_t start_line = 0;  // since 1.20
  std::uint32_t value_tables = 0;
  std::uint32_t data_items = 0;
  std::size_t value_tables_at = 0;  // in the table's bytes
};

class Table {
 public:
  // Whether there is a header that Go could have written for such a processor. Cheap enough for searches.
  static bool begins_at(Bytes bytes, Endian endian, unsigned address_size);
  // Nothing if there is no table, or its parts are not within the bytes.
  static std::optional<Table> open(Bytes bytes, Endian endian, unsigned address_size);

  Layout layout() const { return layout_; }
  bool has_offsets() const { return layout_ >= Layout::Go1_18; }  // entries are not addresses
  unsigned quantum() const { return quantum_; }
  unsigned pointer_size() const { return pointer_size_; }
  std::size_t function_count() const { return function_count_; }
  std::size_t size() const { return bytes_.size(); }

  // The entry of the function with this number, or of the end after the last.
  std::uint64_t entry(std::size_t number) const;
  // Nothing if it is broken, or the entry represents a gap.
  std::optional<Record> record(std::size_t number) const;
  // By offset; nothing if no text ends there.
  std::optional<std::string_view> name(std::uint32_t offset) const;
  // Whether a name may begin here, and not only the rest of one. Old tables have names between other
  // data.
  bool is_beginning_of_name(std::uint32_t offset) const;
  std::optional<std::string_view> file(std::uint32_t unit, std::int32_t number) const;
  Bytes values(std::uint32_t offset) const;
  // The record's table of values with this number, 0 if there is none.
  std::uint32_t value_table(const Record& record, unsigned number) const;
  // The record's datum: an offset since 1.18, an address before; nothing if there is none.
  // `table_address`: the address of the table's first byte, which alignment depends on.
  std::optional<std::uint64_t> datum(const Record& record, unsigned number,
                                     std::uint64_t table_address) const;

  // Offsets of the parts, which identify the module data.
  struct Parts {
    std::uint64_t names = 0;
    std::uint64_t units = 0;
    std::uint64_t files = 0;
    std::uint64_t values = 0;
    std::uint64_t functions = 0;
  };
  const Parts& parts() const { return parts_; }

 private:
  Table(Bytes bytes, Endian endian) : bytes_(bytes), endian_(endian) {}
  bool read_header();
  bool read_old_files();
  Bytes part(std::uint64_t offset) const { return bytes_.subspan(static_cast<std::size_t>(offset)); }
  unsigned entry_width() const { return has_offsets() ? 4 : pointer_size_; }

  Bytes bytes_;
  Endian endian_;
  Layout layout_ = Layout::Go1_2;
  unsigned quantum_ = 1;
  unsigned pointer_size_ = 8;
  std::size_t function_count_ = 0;
  std::uint32_t file_count_ = 0;  // for old tables, whose files are numbered globally
  Parts parts_;
  std::size_t entries_at_ = 0;
};

}  // namespace symkit::golang
