// Breakpad's symbol file as an unwind table: its lines `STACK CFI` and `STACK WIN`. They are found once, and
// read where a frame needs them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "ground/base/architecture.h"
#include "stacks/unwind/table.h"
#include "stacks/unwind/windows_program.h"

namespace symkit::unwind {

class AskedRules;

class BreakpadTable final : public Table {
 public:
  struct Text {
    std::string_view text;                   // the file's, or only those lines
    std::shared_ptr<const void> owner = {};  // who keeps it
    // Called for one part of the text after the other, when it has been read.
    std::function<void(std::string_view part)> has_read = [](std::string_view) {};
  };

  // `begin`: the image's first address, which those in the file are counted from.
  BreakpadTable(const Text& text, Architecture architecture, std::uint64_t begin);

  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override;
  bool has_function(std::uint64_t address) const override;
  std::uint32_t parameters_at(std::uint64_t address) const override;
  void store(StoredDraft& draft) const override;

  bool empty() const { return rules_.empty() && programs_.empty() && sizes_.empty(); }

 private:
  struct Line {
    std::uint64_t begin = 0;   // of the code
    std::uint64_t offset = 0;  // in the text
  };
  using Lines = std::vector<Line>;

  void find_lines(std::size_t from, std::size_t to);
  void take(std::string_view line, std::uint64_t offset);
  void store_programs(StoredDraft& draft) const;
  void store_function(std::uint64_t offset, AskedRules& asked, StoredDraft& draft) const;
  std::string_view line_at(std::uint64_t offset) const;
  std::optional<WindowsProgram> program_of(const Line& line) const;
  std::optional<WindowsProgram> program_in(const Lines& lines, std::uint64_t address) const;
  std::optional<WindowsProgram> program_at(std::uint64_t address) const;
  std::optional<std::uint64_t> rules_for(std::uint64_t address) const;
  std::optional<Step> by_rules(std::uint64_t address, const Surroundings& where) const;

  std::string_view text_;
  std::shared_ptr<const void> owner_;
  Architecture architecture_;
  std::uint64_t begin_;
  Lines rules_, programs_, sizes_;  // by address; of programs: those that are, and those without
};

}  // namespace symkit::unwind
