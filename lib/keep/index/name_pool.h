// All strings, files and callees of all drafts as sorted lists, with the mapping from a draft's keys to
// numbers in them. Numbers count from 1; 0 means none.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "keep/index/native_draft.h"

namespace symkit::index {

class NamePool {
 public:
  NamePool(std::span<const Draft> drafts, unsigned jobs);

  std::span<const std::string_view> strings() const { return strings_; }
  std::uint32_t name(std::uint32_t draft, NameKey key) const {
    return key == 0 ? 0 : string_numbers_[first_slot_[draft] + key - 1] + 1;
  }
  std::uint32_t file(std::uint32_t draft, FileKey key) const {
    return key == 0 ? 0 : file_numbers_[draft][key - 1];
  }

  std::uint32_t callee(std::uint32_t draft, CalleeKey key) const {
    return key == 0 ? 0 : callee_numbers_[draft][key - 1];
  }

  struct File {
    std::uint32_t folder = 0;  // strings, counted from 0 here
    std::uint32_t base = 0;
    auto operator<=>(const File&) const = default;
  };
  std::span<const File> files() const { return files_; }

  struct Callee {
    std::uint32_t name = 0;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    auto operator<=>(const Callee&) const = default;
  };
  std::span<const Callee> callees() const { return callees_; }

 private:
  void number_strings(std::span<const Draft> drafts, unsigned jobs);
  void number_files(std::span<const Draft> drafts);
  void number_callees(std::span<const Draft> drafts);

  std::vector<std::string_view> strings_;
  // Every string of every draft has a slot: first its names, then the folder and base name of each of its
  // files.
  std::vector<std::uint32_t> string_numbers_;
  std::vector<std::size_t> first_slot_;  // of each draft
  std::vector<File> files_;
  std::vector<std::vector<std::uint32_t>> file_numbers_;
  std::vector<Callee> callees_;
  std::vector<std::vector<std::uint32_t>> callee_numbers_;
};

}  // namespace symkit::index
