// --match: whether two files belong together, like a binary and its dSYM or debug file. Judged by their
// ids; without these by the checksum in .gnu_debuglink, or by the places of their code.
#include <algorithm>
#include <optional>

#include "files/container/debug_link.h"
#include "files/container/open.h"
#include "find/catalogue/described_file.h"
#include "ground/base/words.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "syminfo/inputs.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {
namespace {

using catalogue::DescribedImage;

// One slice of a side. `image`: null for an index.
struct SideSlice {
  Architecture architecture = Architecture::Unknown;
  DescribedImage described;
  const container::Image* image = nullptr;
  const container::File* file = nullptr;
};

struct Side {
  std::string path;
  std::vector<std::unique_ptr<container::File>> files = {};
  std::vector<SideSlice> slices = {};
};

struct Verdict {
  std::optional<bool> match;  // nothing: it cannot be determined
  std::string reason;
};

Result<Side> open_side(const std::string& path, std::optional<Architecture> asked, const WarningSink& warn) {
  Side side{path};
  const auto files = container::files_of(path, warn);
  if (!files) return fail(files.error());
  for (const std::string& file : *files) {
    const auto described = catalogue::describe_file(file);
    if (!described) return fail(described.error());
    auto opened = container::open_file(file);
    for (std::size_t i = 0; i < described->size(); ++i) {
      SideSlice slice{(*described)[i].architecture, (*described)[i]};
      if (opened && i < (*opened)->images().size()) {
        slice.image = (*opened)->images()[i].get();
        slice.file = opened->get();
      }
      side.slices.push_back(slice);
    }
    if (opened) side.files.push_back(std::move(*opened));
  }
  side.slices = chosen(side.slices, asked);
  if (side.slices.empty()) return fail(say(path, ": no image for ", name_of(*asked)));
  return side;
}

std::string text_of(const DescribedImage& image) {
  return image.macho || image.kind == catalogue::Kind::Index ? image.id.uuid() : image.id.hex();
}

// The verdict of a stripped file's .gnu_debuglink about the debug file. Nothing: none.
std::optional<Verdict> by_debug_link(const SideSlice& stripped, const SideSlice& debug) {
  const auto link = stripped.image->debug_link();
  if (!link) return std::nullopt;
  const bool same = container::debug_link_checksum(debug.file->bytes()) == link->crc;
  const std::string name(link->file);
  if (same) return Verdict{true, say("no ids, but the checksum of .gnu_debuglink (", name, ") fits")};
  // The link may be to a third file, if both are stripped.
  if (debug.image->debug_section("debug_info") == nullptr) return std::nullopt;
  return Verdict{false,
                 say("no ids, and the checksum in .gnu_debuglink (", name, ") belongs to another file")};
}

// Code sections keep name, address and size when a file is stripped or split.
std::vector<const container::Section*> code_of(const container::Image& image) {
  std::vector<const container::Section*> code;
  for (const container::Section& section : image.sections())
    if (section.code && section.allocated && section.size != 0) code.push_back(&section);
  return code;
}

Verdict by_code(const container::Image& a, const container::Image& b) {
  const auto same = [](const container::Section* one, const container::Section* other) {
    return one->name == other->name && one->address.value == other->address.value && one->size == other->size;
  };
  const auto code_a = code_of(a), code_b = code_of(b);
  if (code_a.empty() || code_b.empty()) return {std::nullopt, "no ids, and no code to compare"};
  if (std::ranges::equal(code_a, code_b, same))
    return {true, "no ids, but the sections of code have the same addresses and sizes"};
  const auto other = std::ranges::find_if(code_a, [&](const container::Section* one) {
    return std::ranges::none_of(code_b,
                                [&](const container::Section* section) { return same(one, section); });
  });
  const container::Section& first = other == code_a.end() ? *code_b.front() : **other;
  return {false, say("no ids, and the sections of code differ: ", first.name, " (", first.size, " bytes at ",
                     hex(first.address.value), ") is not the same in both")};
}

Verdict compare(const SideSlice& a, const SideSlice& b) {
  const ImageId& id = a.described.id;
  const ImageId& other = b.described.id;
  if (!id.empty() && id == other) return {true, say("same id ", text_of(a.described))};
  if (!id.empty() && !other.empty())
    return {false, say("different ids: ", text_of(a.described), " and ", text_of(b.described))};
  if (a.image == nullptr || b.image == nullptr) return {std::nullopt, "an index, and no id to compare"};
  if (id.empty() != other.empty()) {
    // One got its id after the other was made, or they are of two builds: the code decides.
    Verdict verdict = by_code(*a.image, *b.image);
    const std::string_view without = id.empty() ? "the first" : "the second";
    verdict.reason.replace(0, std::string_view("no ids").size(), say(without, " has no id"));
    return verdict;
  }
  if (auto verdict = by_debug_link(a, b)) return *verdict;
  if (auto verdict = by_debug_link(b, a)) return *verdict;
  return by_code(*a.image, *b.image);
}

const SideSlice* counterpart(const SideSlice& slice, const Side& side) {
  const auto found = std::ranges::find(side.slices, slice.architecture, &SideSlice::architecture);
  return found == side.slices.end() ? nullptr : &*found;
}

class Matching {
 public:
  explicit Matching(Work& work) : work_(work) {}

  void compare_all(const Side& a, const Side& b);
  Result<void> conclude(const std::string& a, const std::string& b) const;

 private:
  void missing(const SideSlice& slice, const std::string& where);
  void say_of(Architecture architecture, std::optional<bool> match, const std::string& reason);

  Work& work_;
  std::size_t matching_ = 0;
  std::size_t differing_ = 0;
  std::size_t undecided_ = 0;
  std::string missing_;
};

void Matching::compare_all(const Side& a, const Side& b) {
  for (const SideSlice& slice : a.slices) {
    const SideSlice* other = counterpart(slice, b);
    if (other == nullptr) {
      missing(slice, b.path);
      continue;
    }
    const Verdict verdict = compare(slice, *other);
    ++(!verdict.match ? undecided_ : *verdict.match ? matching_ : differing_);
    say_of(slice.architecture, verdict.match, verdict.reason);
  }
  for (const SideSlice& slice : b.slices)
    if (counterpart(slice, a) == nullptr) missing(slice, a.path);
}

void Matching::missing(const SideSlice& slice, const std::string& where) {
  if (!missing_.empty()) missing_ += ", ";
  missing_ += name_of(slice.architecture);
  say_of(slice.architecture, false, say("not in ", where));
}

void Matching::say_of(Architecture architecture, std::optional<bool> match, const std::string& reason) {
  if (work_.options.format == Format::Text) {
    work_.output.write(say(name_of(architecture), ": ", print::visible(reason), '\n'));
    return;
  }
  print::JsonWriter json(work_.output.buffer());
  json.begin_object();
  json.member("arch", name_of(architecture));
  if (match) json.member("match", *match);
  json.member("reason", reason);
  json.end_object();
  work_.output.write("\n");
}

Result<void> Matching::conclude(const std::string& a, const std::string& b) const {
  if (differing_ == 0 && undecided_ != 0)
    return fail(say("cannot tell whether ", a, " and ", b, " belong together"));
  if (differing_ != 0 || matching_ == 0) return fail(say("no: ", a, " and ", b, " do not belong together"));
  if (work_.options.format == Format::Json) return {};
  work_.output.write(say("yes: ", print::visible(a), " and ", print::visible(b), " belong together",
                         missing_.empty() ? "" : say(", but only one of them has ", missing_), '\n'));
  return {};
}

}  // namespace

Result<void> match_two(Work& work) {
  const auto a = open_side(work.options.inputs[0], work.options.architecture, work.console.warnings());
  if (!a) return fail(a.error());
  const auto b = open_side(work.options.inputs[1], work.options.architecture, work.console.warnings());
  if (!b) return fail(b.error());
  Matching matching(work);
  matching.compare_all(*a, *b);
  return matching.conclude(a->path, b->path);
}

}  // namespace symkit::syminfo
