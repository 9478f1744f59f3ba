#include "common/log_input.h"

#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

#include "files/container/open.h"
#include "ground/base/words.h"
#include "ground/io/beginning.h"
#include "keep/index/envelope.h"

namespace symkit::tools {
namespace {

std::string_view kind_of(Bytes beginning) {
  if (index::looks_like_index(beginning)) return "an index";
  if (container::looks_like_archive(beginning)) return "a zip archive";
  if (!container::looks_like_image(beginning)) return {};
  if (as_text(beginning).starts_with("\177ELF")) return "an ELF file";
  return beginning[0] == 0 ? "a WebAssembly module" : "a Mach-O file";
}

std::unexpected<Error> refuse(const std::string& name, std::string_view binary, const LogKind& kind) {
  return fail(say(name, ": is ", binary, ", not a log", kind.advice));
}

Result<std::unique_ptr<io::Input>> unless_binary(std::unique_ptr<io::Input> input, const LogKind& kind) {
  const auto beginning = input->beginning();
  if (!beginning) return fail(beginning.error());
  const std::string_view binary = kind_of(as_bytes(*beginning));
  if (kind.may_be_archive && container::looks_like_archive(as_bytes(*beginning))) return input;
  if (!binary.empty()) return refuse(input->name(), binary, kind);
  return input;
}

}  // namespace

std::string_view kind_of_binary(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) return path.contains(".dSYM") ? "a dSYM bundle" : "";
  return kind_of(io::Beginning(path).bytes());
}

Result<std::unique_ptr<io::Input>> open_log(const std::string& path, const LogKind& kind) {
  auto input = io::Input::open(path);
  const std::string_view bundle = input ? "" : kind_of_binary(path);
  if (!bundle.empty()) return refuse(path, bundle, kind);
  if (!input) return input;
  return unless_binary(std::move(*input), kind);
}

Result<std::unique_ptr<io::Input>> log_on_stdin(const LogKind& kind) {
  if (!kind.waiting.empty() && ::isatty(STDIN_FILENO) == 1)
    std::fprintf(stderr, "%.*s\n", static_cast<int>(kind.waiting.size()), kind.waiting.data());
  return unless_binary(io::Input::from_descriptor(STDIN_FILENO, "standard input"), kind);
}

namespace {

Result<void> take_and_remember(std::unique_ptr<io::Input> input, const LogKind& kind, const TakeLog& take) {
  const auto done = take(input);
  if (kind.nothing != nullptr) kind.nothing->looked_at(*input);
  return done;
}

}  // namespace

Result<void> each_log(const std::vector<std::string>& paths, const LogKind& kind, const TakeLog& take) {
  if (paths.empty()) {
    auto input = log_on_stdin(kind);
    return input ? take_and_remember(std::move(*input), kind, take) : fail(input.error());
  }
  for (const std::string& path : paths) {
    auto input = open_log(path, kind);
    if (!input) return fail(input.error());
    if (const auto done = take_and_remember(std::move(*input), kind, take); !done) return done;
  }
  return {};
}

}  // namespace symkit::tools
