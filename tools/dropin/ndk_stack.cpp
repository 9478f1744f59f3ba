// ndk-stack: prints the frames of Android's crash dumps in a log, with functions and places below each.
#include <cstdio>
#include <unistd.h>

#include "answers/rewrite/source_context.h"
#include "common/run.h"
#include "dropin/llvm_lookup.h"
#include "dropin/ndk_frame.h"
#include "dropin/object_files.h"
#include "dropin/options_of.h"
#include "dropin/roles.h"
#include "files/container/debug_link.h"
#include "ground/base/words.h"
#include "ground/io/input.h"
#include "ground/io/lines.h"
#include "ground/print/output.h"
#include "ground/print/visible.h"

namespace symkit::dropin {
namespace {

struct NdkOptions {
  std::string symbols;  // the folder of unstripped libraries
  std::string dump = "-";
};

const OptionSet ndk_options = {
    .letters = "i:h",
    .names = {{"sym", required_argument, nullptr, 's'},
              {"dump", required_argument, nullptr, 'i'},
              {"help", no_argument, nullptr, 'h'}},
    .one_dash_is_enough = true,
    .has_response_files = false,
};

constexpr std::string_view ndk_usage = "usage: ndk-stack [-h] -sym SYMBOL_DIR [-i INPUT]\n";
constexpr std::string_view ndk_help =
    "\nSymbolizes Android crashes: symlookup as a replacement for ndk-stack.\n\n"
    "  -sym DIR, --sym DIR     the folder with unstripped .so files\n"
    "  -i FILE, -dump FILE     the log; otherwise standard input\n"
    "docs/drop-in.md lists the differences\n";
constexpr std::string_view ndk_banner = "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***";

std::optional<int> read_ndk_options(const Call& call, NdkOptions& options) {
  const auto take = [&](int option, std::string_view value) -> std::optional<Ending> {
    if (option == 's') options.symbols = value;
    if (option == 'i') options.dump = value;
    if (option == 'h') return Ending{0, say(ndk_usage, ndk_help)};
    return {};
  };
  const auto refused = [&](std::string_view word) {
    return say(ndk_usage, call.program, ": error: unrecognized arguments: ", word, "\n");
  };
  auto read = read_options(call.program, call.arguments, ndk_options, take, refused);
  if (read.status) return *read.status == 0 ? 0 : 2;
  std::string wrong;
  if (!read.operands.empty()) wrong = say("unrecognized arguments: ", read.operands.front());
  if (options.symbols.empty()) wrong = "the following arguments are required: -sym/--sym";
  if (wrong.empty()) return {};
  std::fputs(say(ndk_usage, call.program, ": error: ", wrong, "\n").c_str(), stderr);
  return 2;
}

class NdkSession {
 public:
  NdkSession(const NdkOptions& options, tools::Console& console)
      : libraries_(options.symbols),
        answers_(format_, sources_),
        files_({.debug_folders = {std::string(container::system_debug_folder)}}, console) {}

  Result<void> run(io::Input& input, print::Output& output) {
    io::Lines lines(input);
    while (!output.stopped()) {
      const auto line = lines.next();
      if (!line) return fail(line.error());
      if (!*line) break;
      take(trimmed_end((*line)->text), output.buffer());
      output.written();
      if (lines.buffered()) continue;
      if (const auto sent = output.flush(); !sent) return sent;
    }
    return output.flush();
  }

 private:
  static std::string_view trimmed_end(std::string_view line) {
    return line.substr(0, line.find_last_not_of(" \t\r\n\v\f") + 1);
  }

  void take(std::string_view line, std::string& out) {
    if (!in_crash_) {
      if (!line.contains(ndk_banner)) return;
      in_crash_ = true;
      saw_frame_ = false;
      out += "********** Crash dump: **********\n";
      return;
    }
    for (const std::string_view label : {"Build fingerprint:", "Abort message:"})
      if (const std::size_t at = line.find(label); at != std::string_view::npos)
        out += say(line.substr(at), "\n");
    auto frame = NdkFrame::read(line);
    if (!frame) {
      in_crash_ = !saw_frame_;
      if (saw_frame_) out += "Crash dump is completed\n\n";
      return;
    }
    // Between the frames in a sanitizer's message and the backtrace there may be other lines.
    saw_frame_ = saw_frame_ || !frame->is_sanitizers;
    append(*frame, out);
  }

  void append(NdkFrame& frame, std::string& out) {
    const std::string library = libraries_.find(frame, out);
    const std::string line = say(frame.number, " 0x", frame.address_text, " ", frame.tail);
    out += say(line, "\n");
    if (library.empty()) return;
    const std::string indent(line.find('(') + 1, ' ');  // empty at the very left
    std::string answer;
    const auto file = files_.find(library);
    if (!file)
      std::fputs(
          print::visible(say("ndk-stack: '", library, "': ", file.error().message)).append("\n").c_str(),
          stderr);
    const LlvmCode code = file && *file != nullptr ? lookup_.code_at(frame.address, **file) : LlvmCode();
    answers_.code({.file = library, .address = frame.address}, code, answer);
    for (std::string_view rest = answer; !rest.empty();) {
      const std::string_view one = rest.substr(0, rest.find('\n'));
      if (!one.empty()) out += say(indent, one, "\n");
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    }
  }

  NdkLibraries libraries_;
  LlvmFormat format_;
  rewrite::SourceContext sources_{rewrite::SourcePlaces{}};
  LlvmAnswers answers_;
  LlvmLookup lookup_{format_};
  ObjectFiles files_;
  bool in_crash_ = false;
  bool saw_frame_ = false;
};

}  // namespace

int ndk_stack(const Call& call) {
  NdkOptions options;
  if (const auto status = read_ndk_options(call, options)) return *status;
  if (::access(options.symbols.c_str(), F_OK) != 0) {
    std::fputs(say(options.symbols, " does not exist!\n\n").c_str(), stderr);
    return 1;
  }
  return tools::run(call.program, tools::ColorChoice::Never, [&](tools::Console& console) -> Result<void> {
    const bool is_piped = options.dump == "-";
    auto input = is_piped
                     ? Result<std::unique_ptr<io::Input>>(io::Input::from_descriptor(0, "standard input"))
                     : io::Input::open(options.dump);
    if (!input) return fail(input.error());
    print::Output output;
    return NdkSession(options, console).run(**input, output);
  });
}

}  // namespace symkit::dropin
