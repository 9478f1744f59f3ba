// The unwind table of Windows' images on x86_64: .pdata, and what it points to.
// The form is described in Microsoft's "x64 exception handling".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

class AskedRules;

// A step of a function's prologue, to be undone.
struct PrologueStep {
  enum class Kind : std::uint8_t {
    Push,          // a register
    Allocate,      // `amount` bytes
    SetFrame,      // the frame register is the stack pointer plus `amount`
    Save,          // a register, `amount` bytes from the frame's base
    MachineFrame,  // by the processor, for an interrupt; `amount` bytes of an error code
  };
  Kind kind = Kind::Push;
  unsigned number = 0;  // of the register, as in DWARF
  std::uint32_t amount = 0;
};

// What a function's prologue has done where it executes.
struct Prologue {
  std::vector<PrologueStep> steps = {};         // the last first
  std::optional<unsigned> frame_register = {};  // it is set where the steps are done
  std::uint32_t frame_offset = 0;               // of it from the frame's base
  bool is_complete = true;                      // else the prologue itself executes
};

// Addresses are from the image's begin.
class WindowsTable final : public Table {
 public:
  // An image's bytes from an address on; none: it has none there.
  using At = std::function<Bytes(std::uint32_t address)>;

  // `rows`: .pdata
  WindowsTable(Bytes rows, At at) : rows_(rows), at_(std::move(at)) {}

  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override;
  bool has_function(std::uint64_t address) const override { return row_of(address).has_value(); }
  bool has_all_callers() const override { return true; }
  void store(StoredDraft& draft) const override;
  // Nothing where there is no function with a frame.
  std::optional<Prologue> find(std::uint64_t address) const;
  // Whether a jump leads to another function, not to a part of the same one that stands elsewhere.
  bool leads_elsewhere(std::uint64_t from, std::uint64_t to) const;

 private:
  struct Row {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t information = 0;
  };

  std::size_t row_count() const;
  Row row_at(std::size_t index) const;
  std::optional<Row> row_of(std::uint64_t address) const;
  // Places of the row, from its begin, where its prologue has done more; the last one is behind it.
  std::vector<std::uint32_t> changes_in(const Row& row) const;
  void store_row(const Row& row, AskedRules& asked, StoredDraft& draft) const;
  bool take_steps(const Row& row, std::uint32_t into, Prologue& prologue, std::optional<Row>& next) const;

  Bytes rows_;
  At at_;
};

}  // namespace symkit::unwind
