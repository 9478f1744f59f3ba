#include "symlookup/data_mode.h"

#include "answers/symbolize/variables.h"
#include "ground/base/words.h"
#include "ground/print/frames.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "names/demangle/demangle.h"
#include "symlookup/address_line.h"

namespace symkit::symlookup {
namespace {

struct Found {
  std::uint64_t address = 0;  // in the file
  std::string_view image;
  symbolize::Variable variable;
};

class DataAnswers {
 public:
  DataAnswers(const Options& options, const std::vector<std::unique_ptr<Image>>& images,
              print::Output& output)
      : options_(options), output_(output) {
    for (const auto& image : images)
      images_.push_back({image->shared(), symbolize::Variables(image->shared())});
  }

  void answer(std::string_view given, std::uint64_t address) {
    const std::optional<Found> found = find(address);
    std::string& out = output_.buffer();
    switch (options_.format) {
      case Format::Llvm: append_llvm(found, out); break;
      case Format::Json: append_json(found, address, out); break;
      default: append_atos(found, given, out); break;
    }
    output_.written();
  }

 private:
  struct Known {
    std::shared_ptr<const symbolize::OpenImage> image;
    symbolize::Variables variables;
  };

  // The first image that knows the address answers.
  std::optional<Found> find(std::uint64_t address) {
    for (Known& known : images_) {
      const std::uint64_t in_file = file_address(address, known.image->facts().text_base);
      auto variable = known.variables.at({in_file});
      if (!variable) continue;
      if (!options_.mangled_names) variable->name = demangle::demangle(variable->name);
      return Found{in_file, known.image->name(), std::move(*variable)};
    }
    return std::nullopt;
  }

  std::uint64_t file_address(std::uint64_t address, FileAddress text_base) const {
    if (options_.addresses_are_offsets) return text_base.value + address;
    if (options_.load_address) return address - *options_.load_address + text_base.value;
    return address - options_.slide.value_or(0);
  }

  void append_place(const symbolize::Variable& variable, std::string& out) const {
    print::append_visible(
        out, options_.full_path ? std::string_view(variable.file) : print::base_name(variable.file));
    out += say(":", variable.line);
  }

  // As atos prints functions, with the distance if the address is not the variable's beginning.
  void append_atos(const std::optional<Found>& found, std::string_view given, std::string& out) const {
    if (!found) {
      out += say(given, "\n");
      return;
    }
    const symbolize::Variable& variable = found->variable;
    const std::uint64_t distance = found->address - variable.begin.value;
    print::append_visible(out, variable.name.empty() ? "??" : variable.name);
    out += " (in ";
    print::append_visible(out, found->image);
    out += ')';
    if (distance != 0 || variable.line == 0) out += say(" + ", distance);
    if (variable.line != 0) {
      out += " (";
      append_place(variable, out);
      out += ')';
    }
    out += '\n';
  }

  // In llvm-symbolizer's format for DATA.
  static void append_llvm(const std::optional<Found>& found, std::string& out) {
    const symbolize::Variable variable = found ? found->variable : symbolize::Variable();
    print::append_visible(out, variable.name.empty() ? "??" : variable.name);
    out += say("\n", variable.begin.value, " ", variable.size, "\n");
    print::append_visible(out, variable.file.empty() ? "??" : variable.file);
    out += variable.file.empty() ? std::string(":?\n\n") : say(":", variable.line, "\n\n");
  }

  static void append_json(const std::optional<Found>& found, std::uint64_t address, std::string& out) {
    print::JsonWriter json(out);
    json.begin_object();
    json.member("address", hex(address));
    if (!found) {
      json.member("reason", "no known variable at this address");
    } else {
      const symbolize::Variable& variable = found->variable;
      json.member("image", found->image);
      if (!variable.name.empty()) json.member("variable", variable.name);
      json.member("begin", hex(variable.begin.value));
      if (variable.size != 0) json.member("size", variable.size);
      json.member("offset", found->address - variable.begin.value);
      if (variable.line != 0) json.member("file", variable.file);
      if (variable.line != 0) json.member("line", variable.line);
    }
    json.end_object();
    out += '\n';
  }

  const Options& options_;
  print::Output& output_;
  std::vector<Known> images_;
};

// An index from elsewhere may lack variables.
Result<void> have_variables(const Options& options, const std::vector<std::unique_ptr<Image>>& images) {
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::string_view name =
        images.size() == options.objects.size() ? options.objects[i] : images[i]->shared()->name();
    if (images[i]->shared()->needed_whole() == nullptr)
      return fail(say(name,
                      ": is an index in parts, which have no variables; prepare it in a folder: "
                      "symprep --data --store DIR"));
    if (!images[i]->facts().has_variables)
      return fail(say(name, ": is an index without variables; symprep --data makes one with them"));
  }
  return {};
}

}  // namespace

Result<void> answer_data(const Options& options, const std::vector<std::unique_ptr<Image>>& images,
                         print::Output& output) {
  if (const auto known = have_variables(options, images); !known) return known;
  DataAnswers answers(options, images, output);
  for (const std::string& address : options.addresses) answers.answer(address, *read_address(address));
  Result<void> done;
  if (!options.address_file.empty())
    done = answer_file(options.address_file, output,
                       [&](const AddressLine& line) { answers.answer(line.given, line.address); });
  const auto sent = output.flush();
  return done ? sent : done;
}

}  // namespace symkit::symlookup
