// Prints rows: separated by tabs on a pipe, aligned on a terminal, or as a JSON object each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ground/print/output.h"
#include "symstore/options.h"

namespace symkit::symstore {

class Table {
 public:
  Table(Format format, std::vector<std::string> columns);
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  void add(std::vector<std::string> cells);
  Result<void> flush();

 private:
  void write_json(const std::vector<std::string>& cells);
  void write_aligned();

  Format format_;
  std::vector<std::string> columns_;
  bool is_aligned_;
  std::vector<std::vector<std::string>> kept_;  // until the column widths are known
  print::Output output_;
};

}  // namespace symkit::symstore
