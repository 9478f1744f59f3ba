// The unwind table of Windows' images on arm64: .pdata, and what it points to.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/unwind/table.h"
#include "stacks/unwind/windows_arm64_codes.h"

namespace symkit::unwind {

class AskedRules;

// Addresses are from the image's begin.
class WindowsArm64Table final : public Table {
 public:
  // An image's bytes from an address on; none: it has none there.
  using At = std::function<Bytes(std::uint32_t address)>;

  // `rows`: .pdata
  WindowsArm64Table(Bytes rows, At at) : rows_(rows), at_(std::move(at)) {}

  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override;
  bool has_function(std::uint64_t address) const override { return find(address).has_value(); }
  bool has_all_callers() const override { return true; }
  void store(StoredDraft& draft) const override;

 private:
  struct Function {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    std::uint32_t row = 0;          // all of it, or where the record is
    bool is_part_of_other = false;  // of the function that begins there
  };
  // What is left to be undone at a point: the first steps are not, or not any more.
  struct Left {
    Arm64Steps steps;
    std::size_t done = 0;
  };

  std::optional<Function> find(std::uint64_t address) const;
  std::optional<Function> function_of(std::uint32_t begin, std::uint32_t row) const;
  std::optional<Left> left_at(const Function& function, std::uint32_t into) const;
  static Left left_of_packed(const Function& function, std::uint32_t into);
  // Places before the limit, both from the function's begin, where something else is left to be undone than
  // before; in order.
  std::vector<std::uint32_t> changes_in(const Function& function, std::uint32_t limit) const;
  std::vector<std::uint32_t> changes_of_record(std::uint32_t record, std::uint32_t limit) const;
  void store_function(const Function& function, std::uint32_t begin, std::uint32_t size, AskedRules& asked,
                      StoredDraft& draft) const;
  std::optional<Left> left_of_record(const Function& function, std::uint32_t into) const;

  Bytes rows_;
  At at_;
};

}  // namespace symkit::unwind
