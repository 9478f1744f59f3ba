// The unwind table that a store keeps for an image.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "ground/io/blob.h"
#include "keep/index/unwind_index.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

class StoredTable final : public Table {
 public:
  // Null if the bytes are no unwind index. `image_begin`: the image's first address, as in its file.
  static std::unique_ptr<const Table> of(io::SharedBlob bytes, std::uint64_t image_begin = 0);

  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override;
  std::optional<FixedStep> fixed_step(const CodePoint& point, const Processor& processor) const override;
  bool has_function(std::uint64_t address) const override;
  std::uint32_t parameters_at(std::uint64_t address) const override;
  bool has_all_callers() const override { return index_.meta().has_all_callers; }
  bool holds_at_calls_only() const override { return index_.meta().holds_at_calls_only; }

 private:
  StoredTable(io::SharedBlob bytes, index::UnwindIndex index, FileAddress text_base)
      : bytes_(std::move(bytes)), index_(std::move(index)), text_base_(text_base) {}

  // Empty: the function is there, but no rule.
  std::optional<Bytes> rule_at(std::uint64_t address) const;

  io::SharedBlob bytes_;
  index::UnwindIndex index_;
  FileAddress text_base_;
};

}  // namespace symkit::unwind
