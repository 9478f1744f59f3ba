#include "serve/service/uploads.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "debug/details/limited_child.h"
#include "ground/base/words.h"
#include "ground/io/write_all.h"
#include "ground/json/document.h"
#include "ground/print/json.h"
#include "serve/service/discretion.h"
#include "serve/service/elf_kind.h"
#include "serve/service/old_files.h"

namespace symkit::service {
namespace {

namespace fs = std::filesystem;

Result<void> cannot(std::string_view what) { return fail(say(what, ": ", std::strerror(errno))); }

// A folder for one upload, deleted with it.
class IncomingFolder {
 public:
  explicit IncomingFolder(const std::string& folder) : path_(folder + "/incoming/XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  IncomingFolder(const IncomingFolder&) = delete;
  IncomingFolder& operator=(const IncomingFolder&) = delete;
  ~IncomingFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The turn of a file to be prepared: few are at a time.
class Turn {
 public:
  explicit Turn(std::counting_semaphore<>& all) : all_(all) { all_.acquire(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { all_.release(); }

 private:
  std::counting_semaphore<>& all_;
};

Result<void> write_all(int file, std::string_view text) {
  if (!io::write_all(file, text)) return cannot("the upload cannot be stored");
  return {};
}

Result<void> copy_all(int from, int to) {
  off_t at = 0;
  while (true) {
    const ssize_t count = ::sendfile(to, from, &at, std::size_t{1} << 30);
    if (count == 0) return {};
    if (count < 0) return cannot("the upload cannot be stored");
  }
}

// Gives a name to a nameless file, if it is on the same disk.
bool name_file(int file, const std::string& path) {
  const std::string here = say("/proc/self/fd/", file);
  return ::linkat(AT_FDCWD, here.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

// Whether symprep refused the file because the store has another one of its id.
bool is_of_another(const json::Document& said) { return !said.root()["reason"].string().empty(); }

// symprep's report on an index, without the path of the file.
std::string without_path(std::string_view line) {
  const auto document = json::Document::parse(line);
  if (!document) return {};
  std::string out;
  print::JsonWriter json(out);
  json.begin_object();
  for (const char* const name : {"kind", "id", "arch", "name"})
    json.member(name, document->root()[name].string());
  json.member("prepared", document->root()["prepared"].is_true());
  if (is_of_another(*document))
    json.member(
        "reason",
        "the store has symbols with this id from another file; to replace them, DELETE /symbols/ID first");
  json.end_object();
  return out += '\n';
}

Result<void> write_body(const http::Body& body, const std::string& path) {
  if (body.is_file() && name_file(body.descriptor(), path)) return {};
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return cannot("the upload cannot be stored");
  auto done = body.is_file() ? copy_all(body.descriptor(), file) : write_all(file, body.text());
  ::close(file);
  return done;
}

}  // namespace

std::optional<std::string> upload_name(std::string_view path) {
  constexpr std::size_t longest = 200;
  const bool is_plain = !path.empty() && path.size() <= longest && !path.starts_with('.') &&
                        !path.starts_with('-') && path.find('/') == std::string_view::npos;
  for (const char c : path)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') return std::nullopt;
  return is_plain ? std::optional<std::string>(path) : std::nullopt;
}

Uploads::Uploads(UploadSettings settings)
    : settings_(std::move(settings)),
      places_(settings_.places ? settings_.places
                               : std::make_shared<std::counting_semaphore<>>(settings_.at_once)),
      stopped_(::eventfd(0, EFD_CLOEXEC)) {}

Uploads::~Uploads() {
  if (stopped_ >= 0) ::close(stopped_);
}

void Uploads::stop() const {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(stopped_, &one, sizeof one));
}

Result<void> Uploads::open() {
  if (!are_taken()) return {};
  std::error_code error;
  // Left behind by a process that was killed.
  fs::remove_all(settings_.folder + "/incoming", error);
  for (const char* const part : {"/incoming", "/buildid"}) {
    fs::create_directories(settings_.folder + part, error);
    if (error) return fail(say("--uploads ", settings_.folder, ": ", error.message()));
  }
  prune();
  return {};
}

Result<std::string> Uploads::take(const std::string& name, const http::Body& body) {
  return take(name, [&](const std::string& path) { return write_body(body, path); });
}

Result<std::string> Uploads::take(const std::string& name, const Write& write) {
  const IncomingFolder incoming(settings_.folder);
  if (incoming.path().empty()) return fail(say("no room for uploads: ", std::strerror(errno)));
  const std::string path = say(incoming.path(), '/', name);
  if (const auto written = write(path); !written)
    return fail(without_folders(written.error().message, {incoming.path()}));
  std::string said;
  if (const auto prepared = prepare(path, said); !prepared) {
    // The sender need not know where the file was.
    return fail(without_folders(prepared.error().message, {incoming.path()}));
  }
  keep(path, said);
  return said;
}

Result<void> Uploads::prepare(const std::string& path, std::string& said) {
  const Turn turn(*places_);
  std::vector<std::string> words;
  words.reserve(settings_.stores.size() + 5);
  for (const std::string& store : settings_.stores) words.push_back("--store=" + store);
  words.insert(words.end(), {"--only-new", "--format=json", "--progress=never", "--color=never", path});
  const details::Limits limits{.time = settings_.time,
                               .memory = settings_.memory,
                               .file = settings_.size,
                               .tells_errors = true,
                               .stop = stopped_,
                               .gives_way = true};
  auto child = details::LimitedChild::start(settings_.symprep, {}, limits, words);
  if (!child) return fail(child.error());
  const auto answer = child->finish();
  if (!answer) return fail(answer.error());
  for (std::string_view rest(reinterpret_cast<const char*>(answer->data()), answer->size()); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    said += without_path(line);
  }
  return {};
}

std::string Uploads::place_of(const ImageId& id, Kind kind) const {
  return say(settings_.folder, "/buildid/", id.hex(), kind == Kind::DebugInfo ? "/debuginfo" : "/executable");
}

// Keeps an ELF file with one image. Archives and bundles are only prepared, not kept.
void Uploads::keep(const std::string& path, std::string_view said) const {
  const ElfKind kind = elf_kind_of(path);
  if (!kind.has_code && !kind.has_debug_information) return;
  const auto document = json::Document::parse(said.substr(0, said.find('\n')));
  const auto id = document ? ImageId::parse(document->root()["id"].string()) : std::nullopt;
  if (!id || id->empty()) return;
  std::error_code ignored;
  fs::create_directories(settings_.folder + "/buildid/" + id->hex(), ignored);
  // Existing files stay, but a symbol table is replaced by debug information with lines.
  if (kind.has_code) fs::create_hard_link(path, place_of(*id, Kind::Executable), ignored);
  if (!kind.has_debug_information || is_of_another(*document)) return;
  const std::string place = place_of(*id, Kind::DebugInfo), draft = path + ".d";
  fs::create_hard_link(path, place, ignored);
  if (!kind.has_lines || elf_kind_of(place).has_lines) return;
  fs::create_hard_link(path, draft, ignored);
  fs::rename(draft, place, ignored);
}

int Uploads::open_kept(const ImageId& id, Kind kind) const {
  if (!are_taken()) return -1;
  const int file = ::open(place_of(id, kind).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file >= 0) ::futimens(file, nullptr);
  return file;
}

void Uploads::forget(const ImageId& id) const {
  std::error_code ignored;
  if (are_taken() && !id.empty()) fs::remove_all(settings_.folder + "/buildid/" + id.hex(), ignored);
}

void Uploads::prune() const {
  if (are_taken()) remove_old_files(settings_.folder + "/buildid", settings_.kept);
}

}  // namespace symkit::service
