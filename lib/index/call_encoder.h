// Encodes where the functions of an index call others, by the address that is returned to.
#pragma once

#include <vector>

#include "index/encoding.h"
#include "index/envelope.h"
#include "index/name_pool.h"
#include "index/native_writer.h"

namespace symkit::index {

struct EncodedCalls {
  Buffer calls;
  Buffer groups;

  // The sections, if there are any calls; they view what stays here.
  void append_to(std::vector<SectionContent>& sections) const;
};

EncodedCalls encode_calls(const NativeContent& content, const NamePool& pool);

}  // namespace symkit::index
