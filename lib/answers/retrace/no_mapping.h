// A missing mapping: it knows no class, and may have a reason.
#pragma once

#include <string>
#include <utility>

#include "answers/retrace/mapping.h"

namespace symkit::retrace {

class NoMapping : public Mapping {
 public:
  explicit NoMapping(std::string reason) : reason_(std::move(reason)) {}

  void because(std::string reason) { reason_ = std::move(reason); }

  std::optional<ClassNaming> find(std::string_view /*name*/) override { return std::nullopt; }
  Result<MethodGroup*> methods(std::uint32_t /*class_number*/, std::string_view /*name*/) override {
    return nullptr;
  }
  Result<std::vector<Signature>> fields(std::uint32_t /*class_number*/, std::string_view /*name*/) override {
    return std::vector<Signature>();
  }
  bool source_file(std::string_view /*original*/, std::string& /*out*/) override { return false; }
  Result<std::vector<ListedClass>> list_classes() override { return std::vector<ListedClass>(); }
  Result<ListedMembers> list_members(std::uint32_t /*class_number*/) override { return ListedMembers(); }
  std::unique_ptr<Mapping> twin() const override { return nullptr; }
  std::string_view map_id() const override { return {}; }
  const std::string& trouble() const override { return reason_; }

 private:
  std::string reason_;
};

}  // namespace symkit::retrace
