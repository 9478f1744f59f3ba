// What an index is to hold, as it is gathered: one Draft for each worker, so that nothing is shared. Rows are
// encoded as they come in, since they are most of the data.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/encoding.h"
#include "index/native_format.h"

namespace symkit::index {

// Names and files of one Draft; 0: none.
using NameKey = std::uint32_t;
using FileKey = std::uint32_t;

struct DraftRow {
  std::uint64_t address = 0;  // an image offset, as everywhere in a Draft
  std::uint32_t call = 0;
  FileKey file = 0;
  std::uint32_t line = 0;
  bool is_statement = false;
};

struct DraftFunction {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  NameKey name = 0;
  Source source = Source::DebugInfo;
  bool is_part = false;
  std::uint32_t first_call = 0;
  std::uint32_t call_count = 0;
  std::uint32_t first_file = 0;
  std::uint32_t file_count = 0;
  std::uint32_t rows_size = 0;
  std::uint32_t home_file = 0;  // the file of its own first row
  std::uint64_t unit = 0;       // these two decide between overlapping functions: of units the
  std::uint64_t order = 0;      // lowest wins, within one the highest order
  std::uint64_t first_row = 0;  // into the Draft's row bytes
};

struct DraftCall {
  std::uint32_t parent = 0;
  NameKey name = 0;
  std::uint32_t call_line = 0;
  std::uint32_t call_file = 0;  // these two count in the function's own files, from 1
  std::uint32_t home_file = 0;  // the file of its first row
};

class Draft {
 public:
  explicit Draft(unsigned instruction_step) : step_(instruction_step) {}

  // The text must stay where it is until the index is written; keep() is for one that does not.
  NameKey name(std::string_view text);
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }
  FileKey file(std::string_view path);

  // A function, its calls (parents first; they are numbered from 1) and its rows (addresses rising, the first
  // at the function's begin, all before its end).
  void begin_function(std::uint64_t begin, std::uint64_t end, NameKey name, Source source, std::uint64_t unit,
                      std::uint64_t order, bool is_part = false);
  void add_call(std::uint32_t parent, NameKey name, FileKey call_file, std::uint32_t call_line);
  void add_row(const DraftRow& row);
  void end_function();

  // For the writer.
  struct FileName {
    std::string_view folder;
    std::string_view base;
  };
  std::span<const std::string_view> names() const { return names_; }
  std::span<const FileName> files() const { return files_; }
  std::vector<DraftFunction>& functions() { return functions_; }
  const std::vector<DraftFunction>& functions() const { return functions_; }
  std::span<const DraftCall> calls(const DraftFunction& function) const {
    return std::span(calls_).subspan(function.first_call, function.call_count);
  }
  std::span<const FileKey> files(const DraftFunction& function) const {
    return std::span(function_files_).subspan(function.first_file, function.file_count);
  }
  Bytes rows(const DraftFunction& function) const {
    return Bytes(rows_).subspan(function.first_row, function.rows_size);
  }
  unsigned instruction_step() const { return step_; }

 private:
  struct Node {
    std::uint32_t home_file = 0;
    std::uint32_t last_line = 0;
    bool has_rows = false;
  };
  std::uint32_t local_file(FileKey file);
  void put_switch(const DraftRow& row, std::uint32_t file);

  unsigned step_;
  std::deque<std::string> kept_;
  std::vector<std::string_view> names_;
  std::unordered_map<const char*, NameKey> name_keys_;
  std::vector<FileName> files_;
  std::unordered_map<std::string_view, FileKey> file_keys_;

  std::vector<DraftFunction> functions_;
  std::vector<DraftCall> calls_;
  std::vector<FileKey> function_files_;
  Buffer rows_;

  // The function under way.
  std::vector<Node> nodes_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> local_files_;  // by FileKey: function's serial, number
  std::uint32_t serial_ = 0;
  DraftRow last_;
  std::uint32_t last_file_ = 0;
};

}  // namespace symkit::index
