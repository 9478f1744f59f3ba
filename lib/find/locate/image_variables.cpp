#include "find/locate/image_variables.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "debug/companions/companions.h"
#include "debug/locals/locals.h"
#include "files/container/open.h"
#include "find/locate/evidence.h"
#include "find/locate/provider.h"
#include "ground/base/same_id.h"

namespace symkit::locate {
namespace {

// With what it is read from.
class OfFile final : public variables::Source {
 public:
  OfFile(std::unique_ptr<container::File> file, const container::Image& image,
         const companions::Places& places)
      : file_(std::move(file)),
        companions_(companions::companions_of(image, {.path = file_->path()}, places)),
        locals_(image, companions_.get()) {}

  const variables::Function* function_at(std::uint64_t address) override {
    return locals_.function_at(address);
  }
  const variables::CallSite* call_before(std::uint64_t address) override {
    return locals_.call_before(address);
  }
  const std::vector<variables::CallSite>* tail_calls(std::uint64_t entry) override {
    return locals_.tail_calls(entry);
  }
  std::optional<std::uint64_t> begin_of(std::string_view symbol) override { return locals_.begin_of(symbol); }
  std::optional<variables::SymbolAt> symbol_at(std::uint64_t address) override {
    return locals_.symbol_at(address);
  }
  const variables::Type& type(variables::TypeId id) override { return locals_.type(id); }
  variables::TypeId defined(variables::TypeId id) override { return locals_.defined(id); }
  variables::Variable variable(variables::VariableId id, std::uint64_t address) override {
    return locals_.variable(id, address);
  }

 private:
  std::unique_ptr<container::File> file_;
  std::unique_ptr<debuginfo::Companions> companions_;
  locals::Locals locals_;
};

bool has_debug_information(const container::Image& image) {
  return image.debug_section("debug_info") != nullptr;
}

}  // namespace

std::unique_ptr<variables::Source> variables_of(const Search& search, const ImageReference& image,
                                                const companions::Places& places) {
  std::unique_ptr<variables::Source> made;
  const auto take = [&](const Origin& origin) -> Result<void> {
    if (origin.index) return fail("");
    auto file = container::open_file(origin.file.path);
    if (!file) return fail(file.error());
    for (const auto& one : (*file)->images()) {
      if (!one->id() || !same_id(image.id, *one->id()) || !has_debug_information(*one)) continue;
      const container::Image& its = *one;
      made = std::make_unique<OfFile>(std::move(*file), its, places);
      return {};
    }
    return fail("");
  };
  if (!image.id.empty()) static_cast<void>(search.find(image, Evidence(), take));
  return made;
}

}  // namespace symkit::locate
