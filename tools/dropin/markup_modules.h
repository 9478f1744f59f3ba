// The modules and memory mappings announced in markup, until it is reset. Errors are reported as by
// llvm-symbolizer, with their place in the line.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "dropin/markup.h"

namespace symkit::dropin {

struct MarkupModule {
  std::uint64_t id = 0;
  std::string name;
  std::string build_id;  // in hex
};

struct MarkupMapping {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  const MarkupModule* module = nullptr;
  std::string mode;  // "rx"
  std::uint64_t module_address = 0;

  bool holds(std::uint64_t at) const { return at >= address && at - address < size; }
};

// Reports errors in elements of one line.
class MarkupComplaints {
 public:
  void enter(std::string_view line) { line_ = line; }

  void error(std::string_view what, std::string_view where) const { tell("error", what, where); }
  // Too few fields are an error, too many a warning.
  bool has_fields(const MarkupNode& node, std::size_t wanted) const;
  bool has_at_least(const MarkupNode& node, std::size_t wanted) const;
  void warn_of_more(const MarkupNode& node, std::size_t most) const;

  // Nothing if the field is not an address, which is reported.
  std::optional<std::uint64_t> address(std::string_view field) const;
  std::optional<std::uint64_t> number(std::string_view field, std::string_view what, bool is_decimal) const;
  std::optional<std::string> mode(std::string_view field) const;
  std::optional<std::string> build_id(std::string_view field) const;
  // Whether it is a return address; `assumed` if the element does not say.
  std::optional<bool> is_return(const MarkupNode& node, std::size_t field, bool assumed) const;

 private:
  void tell(std::string_view kind, std::string_view what, std::string_view where) const;
  void expected(std::string_view what, std::string_view field) const;
  void count(std::string_view kind, std::string_view how, std::size_t wanted, const MarkupNode& node) const;

  std::string_view line_;
};

class MarkupModules {
 public:
  explicit MarkupModules(const MarkupComplaints& complaints) : complaints_(complaints) {}

  bool empty() const { return modules_.empty() && mappings_.empty(); }
  void clear();
  // Null if it cannot be used.
  const MarkupModule* add_module(const MarkupNode& node);
  const MarkupMapping* add_mapping(const MarkupNode& node);
  const MarkupMapping* at(std::uint64_t address) const;

 private:
  std::optional<MarkupMapping> read_mapping(const MarkupNode& node) const;
  const MarkupMapping* overlapping(const MarkupMapping& mapping) const;

  const MarkupComplaints& complaints_;
  std::map<std::uint64_t, MarkupModule> modules_;
  std::map<std::uint64_t, MarkupMapping> mappings_;
};

}  // namespace symkit::dropin
