// Reads functions from a program's table. Make one for each thread: it reuses its memory.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "files/golang/program.h"

namespace symkit::golang {

// Texts are views of the table: equal files have the same address. Line 0: unknown.
struct SourcePlace {
  std::string_view file;
  std::uint32_t line = 0;
  bool operator==(const SourcePlace& other) const {
    return file.data() == other.file.data() && line == other.line;
  }
};

struct Row {
  std::uint64_t address = 0;
  std::uint32_t call = 0;  // the inlined call that the code belongs to, from 1; 0: the function itself
  SourcePlace place = {};
};

struct Call {
  std::uint32_t parent = 0;  // the call before it that it was inlined into, or 0
  std::string_view name;
  SourcePlace site = {};
};

struct Function {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string_view name;         // as in the table
  std::uint32_t start_line = 0;  // of its declaration; since 1.20
  std::vector<Call> calls;
  std::vector<Row> rows;  // one wherever something changes
};

class FunctionReader {
 public:
  explicit FunctionReader(const Program& program) : program_(program), table_(program.table()) {}

  // Null if the entry is a gap between functions, or broken. Valid until the next call.
  const Function* read(std::size_t number);

 private:
  // A value for a range of addresses.
  struct Run {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::int32_t value = 0;
  };
  using Runs = std::vector<Run>;

  void read_runs(std::uint32_t values, std::uint64_t limit, Runs& runs) const;
  static std::int32_t value_at(const Runs& runs, std::uint64_t address);
  std::string_view name(std::uint32_t offset);
  std::string_view file(const Record& record, std::int32_t number);
  SourcePlace place(const Record& record, std::int32_t file_number, std::int32_t line);
  SourcePlace place_at(const Record& record, std::uint64_t address);
  bool read_calls(const Record& record);
  bool add_call(const Record& record, const InlinedCall& inlined, std::int32_t number);
  std::uint32_t call_number(std::int32_t number) const;
  void add_rows(const Record& record, bool are_calls_known);

  const Program& program_;
  const Table& table_;
  Function function_;
  Runs files_;
  Runs lines_;
  Runs inlined_;
  std::vector<std::int32_t> numbers_;  // of the tree's entries with code, sorted
  // The end of each text is searched only once, however often it is used.
  std::unordered_map<std::uint32_t, std::string_view> names_;  // by offset
  std::unordered_map<std::uint64_t, std::string_view> paths_;  // by unit and number
};

}  // namespace symkit::golang
