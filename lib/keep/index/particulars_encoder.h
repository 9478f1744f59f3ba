// Encodes the optional content of drafts: where functions are declared, their short names, where inlined
// code begins, and discriminators.
#pragma once

#include <vector>

#include "keep/index/encoding.h"
#include "keep/index/envelope.h"
#include "keep/index/name_pool.h"
#include "keep/index/native_writer.h"

namespace symkit::index {

class EncodedParticulars {
 public:
  EncodedParticulars(const NativeContent& content, const NamePool& pool);

  // The sections that are not empty; they are views of this object.
  void append_to(std::vector<SectionContent>& sections) const;

 private:
  void put_declarations(const NativeContent& content, const NamePool& pool);
  void put_short_names(const NativeContent& content, const NamePool& pool);
  void put_discriminators(const NativeContent& content);
  void put_inlined(const NativeContent& content);
  void put_roots(const NativeContent& content, const NamePool& pool);

  Buffer declarations_;
  Buffer short_names_;
  Buffer runs_;
  Buffer groups_;
  Buffer inlined_;
  Buffer inlined_groups_;
  Buffer roots_;
};

}  // namespace symkit::index
