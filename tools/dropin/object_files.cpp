#include "dropin/object_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

#include "answers/symbolize/frame_offset.h"
#include "common/object_file.h"
#include "common/store_path.h"
#include "files/container/debug_link.h"
#include "files/container/open.h"
#include "find/locate/candidates.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "keep/store/chain.h"
#include "names/demangle/demangle.h"

namespace symkit::dropin {
namespace {

// The file's name is printed before the message, so it is removed from it.
std::string without_path(std::string message, std::string_view path) {
  const std::string beginning = say(path, ": ");
  if (message.starts_with(beginning)) message.erase(0, beginning.size());
  return message;
}

}  // namespace

const symbolize::Resolution* ObjectFile::resolve(std::uint64_t address) {
  const auto offset = symbolize::offset_of({address}, Slide{}, facts().text_base, facts().architecture);
  return offset ? resolver_.resolve(*offset) : nullptr;
}

std::optional<std::uint64_t> ObjectFile::function_named(std::string_view name) const {
  const auto found = image_->functions_named(name);
  if (!found || found->empty()) return {};
  return to_file(found->front(), facts().text_base).value;
}

std::optional<symbolize::Variable> ObjectFile::data_at(std::uint64_t address) {
  if (auto variable = variables_.at({address}); variable && !is_label_of_code(*variable)) {
    if (names_ == symbolize::NameStyle::Readable)
      variable->name = demangle::demangle(variable->name, {.as_llvm_symbolizer = true});
    return variable;
  }
  const symbolize::Resolution* const found = resolve(address);
  if (found == nullptr || found->frames.back().function.empty()) return std::nullopt;
  return symbolize::Variable{.name = std::string(found->frames.back().function),
                             .begin = to_file(found->function_begin, facts().text_base),
                             .size = found->function_end.value - found->function_begin.value};
}

// A label that marks the end of the data before it, where code with a name of its own begins.
bool ObjectFile::is_label_of_code(const symbolize::Variable& variable) {
  if (variable.size != 0) return false;
  const symbolize::Resolution* const found = resolve(variable.begin.value);
  return found != nullptr && to_file(found->function_begin, facts().text_base) == variable.begin &&
         found->frames.back().function != variable.name;
}

std::optional<std::uint64_t> ObjectFile::variable_named(std::string_view name) {
  const auto found = variables_.named(name);
  return found ? std::optional(found->value) : std::nullopt;
}

std::uint64_t ObjectFile::preferred_base() {
  if (preferred_base_) return *preferred_base_;
  const auto file = container::open_file(path_);
  const bool is_pe =
      file && !(*file)->images().empty() && (*file)->images().front()->format() == container::Format::Pe;
  return preferred_base_.emplace(is_pe ? facts().text_base.value : 0);
}

std::optional<std::uint64_t> ObjectFile::begin_of_section(const std::string& name) {
  const auto [known, is_new] = sections_.try_emplace(name);
  if (!is_new) return known->second;
  const auto file = container::open_file(path_);
  if (!file) return {};
  for (const auto& image : (*file)->images())
    for (const container::Section& section : image->sections())
      if (section.name == name) return known->second = section.address.value;
  return {};
}

ObjectFiles::ObjectFiles(Settings settings, tools::Console& console)
    : settings_(std::move(settings)), console_(console) {
  if (!settings_.servers.empty()) fetched_ = std::make_unique<FetchedFiles>(settings_.servers, console);
}
ObjectFiles::~ObjectFiles() = default;

ObjectFiles::Stamp ObjectFiles::stamp_of(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec};
}

ObjectFiles::ImageName ObjectFiles::image_name(const std::string& name) const {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string::npos || !parse_architecture(std::string_view(name).substr(colon + 1)))
    return {name, settings_.architecture};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

Result<ObjectFile*> ObjectFiles::find(const std::string& name) {
  const ImageName image = image_name(name);
  const Stamp stamp = stamp_of(image.path);
  const auto before = known_.find(name);
  if (before != known_.end() && (before->second.stamp == stamp || stamp == Stamp()))
    return before->second.file.get();
  Known& known = known_[name];
  known = {stamp, nullptr};
  auto opened = open(image);
  if (!opened) return fail(without_path(std::move(opened.error().message), image.path));
  known.file = std::move(*opened);
  return known.file.get();
}

Result<store::Shelf*> ObjectFiles::store() {
  if (store_) return store_.get();
  const auto chain = tools::stores({}, console_);
  if (!chain) return fail(chain.error());
  store_ = store::open_shelf(*chain);
  return store_.get();
}

Result<ObjectFile*> ObjectFiles::find_id(const std::string& hex) {
  const auto id = ImageId::parse(hex);
  if (!id) return fail("wrong format of build-id");
  for (const std::string& folder : settings_.debug_folders)
    if (const std::string path = container::build_id_path(folder, *id); ::access(path.c_str(), R_OK) == 0)
      return find(path);
  if (const auto known = known_.find(hex); known != known_.end()) return known->second.file.get();
  Known& known = known_[hex];
  auto opened = open_stored(*id);
  if (fetched_ && (!opened || !(*opened)->has_lines()))
    if (auto elsewhere = open_fetched(*id)) opened = std::move(elsewhere);
  if (!opened) return fail(opened.error());
  known.file = std::move(*opened);
  return known.file.get();
}

ObjectFiles::Opened ObjectFiles::open_stored(const ImageId& id) {
  const auto shelf = store();
  if (!shelf) return fail(shelf.error());
  const auto found = (*shelf)->find_first(id, store::forms_of(index::Kind::Native));
  if (!found) return fail(found.error());
  if (found->blob == nullptr) return fail("could not find build ID");
  auto image = symbolize::OpenImage::open(found->key, found->blob, **shelf);
  if (!image) return fail(image.error());
  return std::make_unique<ObjectFile>(std::string(), std::move(*image), settings_.names, settings_.dialect,
                                      settings_.debug_folders);
}

ObjectFiles::Opened ObjectFiles::open_fetched(const ImageId& id) {
  const auto path = fetched_->find(id);
  return path ? open_at_hand({*path, {}}) : Opened(fail(path.error()));
}

// For a stripped file, the debug file from servers is used.
ObjectFiles::Opened ObjectFiles::open(const ImageName& image) {
  auto opened = open_at_hand(image);
  if (!fetched_ || (opened && (*opened)->has_lines())) return opened;
  const auto architecture = parse_architecture(image.architecture);
  for (const locate::Candidate& candidate : locate::candidates_in_file(image.path)) {
    if (candidate.id.empty() || (architecture && candidate.architecture != *architecture)) continue;
    auto elsewhere = open_fetched(candidate.id);
    if (!elsewhere || !(*elsewhere)->has_lines()) continue;
    (*elsewhere)->has_other_symbols = true;
    return elsewhere;
  }
  return opened;
}

namespace {

// Selects one of several images. In a file with only one, the name is ignored.
Result<std::optional<Architecture>> architecture_in(const std::string& path, const std::string& wanted) {
  if (wanted.empty()) return std::nullopt;
  const std::vector<locate::Candidate> images = locate::candidates_in_file(path);
  if (images.size() < 2) return std::nullopt;
  const auto architecture = parse_architecture(wanted);
  if (!architecture) return fail(say("Unknown architecture named: ", wanted));
  if (std::ranges::find(images, *architecture, &locate::Candidate::architecture) == images.end())
    return fail(say("fat file does not contain ", wanted));
  return architecture;
}

}  // namespace

ObjectFiles::Opened ObjectFiles::open_at_hand(const ImageName& image) {
  const std::string& path = image.path;
  if (::access(path.c_str(), R_OK) != 0) return fail(std::strerror(errno));
  const auto shelf = store();
  if (!shelf) return fail(shelf.error());
  const auto architecture = architecture_in(path, image.architecture);
  if (!architecture) return fail(architecture.error());
  intake::Options how;
  how.jobs = io::default_jobs();
  how.architecture = *architecture;
  how.id_from_content = true;
  how.keep_unstored = true;
  how.columns = how.variables = how.declarations = true;
  how.companions.folders = settings_.debug_folders;
  how.preparing = intake::Preparing::Auto;
  auto index = tools::index_in(path);
  auto object = index ? tools::open_index(std::move(index), path, *architecture)
                      : tools::open_object(path, **shelf, how, !(*shelf)->is_far());
  if (!object) return fail(object.error());
  auto file = std::make_unique<ObjectFile>(path, std::move(object->image), settings_.names, settings_.dialect,
                                           settings_.debug_folders);
  file->has_other_symbols = object->is_of_debug_file;
  return file;
}

}  // namespace symkit::dropin
