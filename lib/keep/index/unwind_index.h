// The unwind table of an image as a file of its own: the image and its debug file, which the index of
// functions is made of, come at different times.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"
#include "keep/index/unwind_rows.h"

namespace symkit::index {

struct UnwindMeta {
  std::string image_name;
  Architecture architecture = Architecture::Unknown;
  FileAddress text_base = {};
  std::uint64_t functions = 0;
  bool is_relative = false;      // the text base is not known, and given as 0
  bool has_all_callers = false;  // what is in no function calls nothing, and has no frame
  bool holds_at_calls_only = false;
};

// `rows`: see UnwindDraft.
std::vector<std::uint8_t> seal_unwind(const ImageId& id, std::uint64_t source_stamp, const UnwindMeta& meta,
                                      Bytes rows);

class UnwindIndex {
 public:
  // `file` must stay mapped. Errors do not name the file.
  static Result<UnwindIndex> open(Bytes file);

  const UnwindMeta& meta() const { return meta_; }
  const UnwindRows& rows() const { return rows_; }

 private:
  UnwindIndex(UnwindMeta meta, Bytes rows) : meta_(std::move(meta)), rows_(rows) {}

  UnwindMeta meta_;
  UnwindRows rows_;
};

}  // namespace symkit::index
