// Encodes the rows of a piece, defining each inlined call where it is first needed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "keep/index/encoding.h"
#include "keep/index/name_pool.h"
#include "keep/index/native_draft.h"

namespace symkit::index {

// Numbers within a block, assigned from 1 as callees or files are met.
class LocalNumbers {
 public:
  explicit LocalNumbers(std::size_t count) : known_(count + 1) {}
  void start_block();
  std::uint32_t local(std::uint32_t number);
  std::span<const std::uint32_t> members() const { return members_; }

 private:
  std::vector<std::uint32_t> members_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> known_;  // block's serial, local number
  std::uint32_t serial_ = 0;
};

class RowEncoder {
 public:
  RowEncoder(const NamePool& pool, LocalNumbers& callees, LocalNumbers& files, unsigned instruction_step)
      : pool_(pool), callees_(callees), files_(files), step_(instruction_step) {}

  // The rows that apply in [begin, end); the first one as if it were at `begin`.
  void encode(const Draft& draft, std::uint32_t draft_number, const DraftFunction& function,
              std::uint64_t begin, std::uint64_t end, Buffer& out);

 private:
  struct Call {
    std::uint32_t in_draft = 0;
    std::uint32_t parent = 0;
    FileKey file = 0;
    std::uint32_t last_line = 0;
  };
  void start(const Draft& draft, std::uint32_t draft_number, const DraftFunction& function);
  void put_row(const DraftRows::Iterator& row, std::uint64_t address, Buffer& out);
  void put_other_row(const DraftRows::Iterator& row, std::uint64_t steps, Buffer& out);
  std::uint8_t put_switch(std::uint32_t target);
  void define(std::uint32_t in_draft, std::uint32_t parent);
  void put_atos(const DraftPlace& atos, const DraftPlace& place, std::uint32_t base_line, Buffer& out);
  std::uint32_t file_number(FileKey key) { return files_.local(pool_.file(draft_number_, key)); }
  Call new_call(std::uint32_t in_draft, std::uint32_t parent, CalleeKey callee);

  const NamePool& pool_;
  LocalNumbers& callees_;
  LocalNumbers& files_;
  unsigned step_;
  const Draft* draft_ = nullptr;
  std::span<const DraftCall> draft_calls_;
  std::uint32_t draft_number_ = 0;
  std::vector<Call> calls_;  // met in this piece; [0] is the function
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      local_;  // by number in the draft: serial, place in calls_
  std::uint32_t serial_ = 0;
  std::uint32_t current_ = 0;
  std::uint64_t last_address_ = 0;
  DraftPlace last_atos_;
  std::vector<std::uint32_t> unmet_;  // on the way outwards from a call
  Buffer switch_;                     // the second byte and the bytes after it
};

}  // namespace symkit::index
