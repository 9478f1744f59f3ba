#include "debug/breakpad/symbols.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include "doctest/doctest.h"

#include "ground/base/words.h"

using namespace symkit;
using breakpad::read_module;
using breakpad::Symbols;

namespace {

constexpr std::string_view linux_module =
    "MODULE Linux x86_64 A1CD7F0D358B2A2C25E75CEF1E2A70620 libshop.so\n";

// A file with this text, gone afterwards.
struct File {
  explicit File(std::string_view text, const std::string& name = "libshop.so.sym") {
    std::string pattern = std::filesystem::temp_directory_path() / "symkit-breakpad-XXXXXX";
    folder = ::mkdtemp(pattern.data());
    path = folder + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { std::filesystem::remove_all(folder); }
  std::string folder;
  std::string path;
};

struct Read {
  std::string told;  // everything that the drafts have, a line for each function and row
  std::string warnings;
  breakpad::Counts counts;
};

std::string path_of(const index::Draft& draft, index::FileKey key) {
  if (key == 0) return "-";
  const auto& file = draft.files()[key - 1];
  return say(file.folder, file.base);
}

std::string name_of(const index::Draft& draft, index::NameKey key) {
  return key == 0 ? "-" : std::string(draft.names()[key - 1]);
}

void tell(const index::Draft& draft, std::string& out) {
  for (const index::DraftFunction& function : draft.functions()) {
    out += say(hex(function.begin), "-", hex(function.end), " ", name_of(draft, function.name),
               function.source == index::Source::SymbolTable ? " public\n" : "\n");
    std::uint32_t number = 0;
    for (const index::DraftCall& call : draft.calls(function))
      out += say("  call ", ++number, " in ", call.parent, ": ",
                 name_of(draft, draft.callees()[call.callee - 1].name), " from ",
                 path_of(draft, call.site.file), ":", call.site.line, "\n");
    for (const index::DraftRow& row : draft.rows(function))
      out += say("  ", hex(row.address), " ", row.call, " ", path_of(draft, row.place.file), ":",
                 row.place.line, "\n");
  }
}

Read read(std::string_view body, std::string_view module = linux_module) {
  const File file(say(module, body));
  Read all;
  const auto symbols =
      Symbols::read(file.path, {.warn = [&](const std::string& text) { all.warnings += text + "\n"; }});
  REQUIRE(symbols);
  for (const index::Draft& draft : symbols->drafts()) tell(draft, all.told);
  all.counts = symbols->counts();
  return all;
}

std::string id_of(std::string_view beginning) {
  const auto module = read_module(beginning);
  return module ? module->id.hex() : module.error().message;
}

}  // namespace

TEST_CASE("A build id is whole where the file says it, else its first 16 bytes turned back") {
  CHECK(id_of(linux_module) == "0d7fcda18b352c2a25e75cef1e2a7062");
  CHECK(id_of(say(linux_module, "INFO CODE_ID 0D7FCDA18B352C2A25E75CEF1E2A706211223344\n")) ==
        "0d7fcda18b352c2a25e75cef1e2a706211223344");
  CHECK(id_of("MODULE mac arm64 C3E3B16D2FE94F3DBF5CF15EB7C5CB7B0 Shop\r\n") ==
        "c3e3b16d2fe94f3dbf5cf15eb7c5cb7b");
  // A PE file's code id is a time and a size.
  CHECK(id_of("MODULE windows x86_64 5A9832E5287241C1838ED98914E9B7FF1 shop.pdb\n"
              "INFO CODE_ID 5CF8A1B2123000 shop.exe\n") == "5a9832e5287241c1838ed98914e9b7ff1");
  CHECK(id_of("MODULE Linux x86_64 000000000000000000000000000000000 vdso\n").empty());
}

TEST_CASE("A first line that is none of Breakpad's is refused") {
  CHECK(id_of("") == "is not a Breakpad symbol file: it does not begin with MODULE");
  CHECK(id_of("MODULES Linux\n") == "is not a Breakpad symbol file: it does not begin with MODULE");
  CHECK(id_of("MODULE Linux x86_64 ABC lib.so\n") ==
        "is damaged: its first line is not MODULE, system, processor, id and name");
  CHECK(id_of("MODULE Linux x86_64 A1CD7F0D358B2A2C25E75CEF1E2A70620") ==
        "is damaged: its first line is not MODULE, system, processor, id and name");
}

TEST_CASE("Functions have the rows of their lines, and no line where no record is") {
  const Read all = read(
      "FILE 0 /src/a.c\nFILE 7 /src/b c.h\n"
      "FUNC 1000 40 0 main(int, char**)\n"
      "1000 10 12 0\n1010 8 13 0\n1020 10 4 7\n"
      "FUNC m 1040 8 8 \n1040 8 1 0\n");
  CHECK(all.told ==
        "0x1000-0x1040 main(int, char**)\n"
        "  0x1000 0 /src/a.c:12\n  0x1010 0 /src/a.c:13\n  0x1018 0 -:0\n  0x1020 0 /src/b c.h:4\n"
        "  0x1030 0 -:0\n"
        "0x1040-0x1048 -\n  0x1040 0 /src/a.c:1\n");
  CHECK(all.warnings.empty());
  CHECK(all.counts.functions == 2);
  CHECK(all.counts.lines == 4);
}

TEST_CASE("Inlined calls nest by depth and place, over several ranges, whatever their order") {
  const std::string body =
      "FUNC 1000 40 0 outer\n"
      "INLINE 1 21 0 1 1008 8 1030 4\n"
      "INLINE 0 11 0 0 1004 10 1028 18\n"
      "1000 40 5 0\n"
      "INLINE_ORIGIN 1 deep<int>\nINLINE_ORIGIN 0 middle\nFILE 0 a.c\n";
  CHECK(read(body).told ==
        "0x1000-0x1040 outer\n"
        "  call 1 in 0: middle from a.c:11\n  call 2 in 1: deep<int> from a.c:21\n"
        "  0x1000 0 a.c:5\n  0x1004 1 a.c:5\n  0x1008 2 a.c:5\n  0x1010 1 a.c:5\n  0x1014 0 a.c:5\n"
        "  0x1028 1 a.c:5\n  0x1030 2 a.c:5\n  0x1034 1 a.c:5\n");
}

TEST_CASE("A call without one round it is left out, and none outlasts the one round it") {
  CHECK(read("FILE 0 a.c\nINLINE_ORIGIN 0 lost\nFUNC 0 20 0 f\nINLINE 1 2 0 0 4 8\n0 20 1 0\n").told ==
        "0x0-0x20 f\n  0x0 0 a.c:1\n");
  CHECK(read("FILE 0 a.c\nINLINE_ORIGIN 0 g\nINLINE_ORIGIN 1 h\nFUNC 0 20 0 f\n"
             "INLINE 0 2 0 0 4 8\nINLINE 1 3 0 1 8 100\n0 20 1 0\n")
            .told ==
        "0x0-0x20 f\n  call 1 in 0: g from a.c:2\n  call 2 in 1: h from a.c:3\n"
        "  0x0 0 a.c:1\n  0x4 1 a.c:1\n  0x8 2 a.c:1\n  0xc 0 a.c:1\n");
}

TEST_CASE("A call that begins before the one round it is in it from where that begins") {
  CHECK(read("FILE 0 a.c\nINLINE_ORIGIN 0 g\nINLINE_ORIGIN 1 h\nFUNC 0 20 0 f\n"
             "INLINE 1 3 0 1 4 c\nINLINE 0 2 0 0 8 10\n0 20 1 0\n")
            .told ==
        "0x0-0x20 f\n  call 1 in 0: g from a.c:2\n  call 2 in 1: h from a.c:3\n"
        "  0x0 0 a.c:1\n  0x8 2 a.c:1\n  0x10 1 a.c:1\n  0x18 0 a.c:1\n");
}

TEST_CASE("What no record explains has no name: not another one's") {
  CHECK(read("FUNC 0 20 0 f\nINLINE 0 2 9 9 4 8\n0 20 1 3\n").told ==
        "0x0-0x20 f\n  call 1 in 0:  from :2\n  0x0 0 :1\n  0x4 1 :1\n  0xc 0 :1\n");
}

TEST_CASE("A PUBLIC reaches to what begins next, the last one to the end of its page") {
  CHECK(read("PUBLIC 1000 0 first\nPUBLIC m 1010 0 second\nFUNC 1020 8 0 f\nPUBLIC 1024 0 within\n"
             "PUBLIC 1100 0 last\nPUBLIC 1180 0\n")
            .told ==
        "0x1020-0x1028 f\n"
        "0x1000-0x1010 first public\n0x1010-0x1020 second public\n0x1024-0x1100 within public\n"
        "0x1100-0x2000 last public\n");
}

TEST_CASE("A function that does not say how long it is ends where the next thing begins") {
  CHECK(read("FUNC 1000 0 0 start\n1000 4 1 0\nFUNC 1010 8 0 f\n").told ==
        "0x1010-0x1018 f\n0x1000-0x1010 start public\n");
}

TEST_CASE("Lines of unwinding are passed over, others that cannot be read are told of") {
  const Read all = read(
      "STACK CFI INIT 0 10 .cfa: $rsp 8 +\nFUNC 0 20 0 f\nSTACK WIN 4 0 10\n"
      "what is this\nFUNC xyz 1 0 g\nFUNC ffffffffffffffff 2 0 h\n");
  CHECK(all.told == "0x0-0x20 f\n");
  CHECK(all.counts.unwinding == 2);
  CHECK(all.warnings == "3 lines could not be read and were skipped; the first is at byte 131\n");
}

TEST_CASE("A line that is cut off is not believed") {
  const Read all = read("FILE 1 a.c\nFILE 12 b.c\nFUNC 0 20 0 f\n0 10 5 12\n10 10 6 1");
  CHECK(all.told == "0x0-0x20 f\n  0x0 0 b.c:5\n  0x10 0 -:0\n");
  CHECK(all.warnings == "ends within a line, which is skipped: the file may be truncated\n");
}

TEST_CASE("Parts read by several workers make what one makes") {
  std::ostringstream text;
  text << linux_module << "FILE 0 a.c\n";
  constexpr int functions = 200'000;  // more than two parts
  for (int i = 0; i < functions; ++i)
    text << std::hex << "FUNC " << i * 64 << " 40 0 function_" << i << "\nINLINE 0 3 0 " << std::dec << i
         << std::hex << " " << i * 64 + 8 << " 8\n"
         << i * 64 << " 20 7 0\n"
         << i * 64 + 32 << " 20 8 0\n";
  for (int i = 0; i < functions; ++i) text << std::dec << "INLINE_ORIGIN " << i << " inlined_" << i << "\n";
  const File file(text.str());
  const auto told = [&](unsigned jobs) {
    const auto symbols = Symbols::read(file.path, {.jobs = jobs});
    REQUIRE(symbols);
    CHECK(symbols->drafts().size() == jobs + 1);
    CHECK(symbols->counts().functions == functions);
    std::vector<std::string> each;
    for (const index::Draft& draft : symbols->drafts())
      for (const index::DraftFunction& function : draft.functions()) {
        const index::DraftCall& call = draft.calls(function).front();
        each.push_back(say(function.begin, name_of(draft, function.name),
                           name_of(draft, draft.callees()[call.callee - 1].name)));
      }
    std::ranges::sort(each);
    return each;
  };
  CHECK(told(1) == told(2));
}

TEST_CASE("Cut at any byte, a file is read to there or refused") {
  std::ifstream in(SYMKIT_TEST_DATA "/breakpad/tokenizer.so.sym", std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  REQUIRE(whole.size() > 1000);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const File file(std::string_view(whole).substr(0, size));
    const auto symbols = Symbols::read(file.path, {});
    if (symbols) CHECK(symbols->counts().broken == 0);
  }
}

TEST_CASE("Whatever a byte is changed to, a file is read as far as it makes sense, or refused") {
  std::ifstream in(SYMKIT_TEST_DATA "/breakpad/tokenizer.so.sym", std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t at = 0; at < whole.size(); at += 3)
    for (const char change : {'\n', ' ', '\0', 'f', '\xff'}) {
      std::string changed = whole;
      changed[at] = change;
      const File file(changed);
      const auto symbols = Symbols::read(file.path, {});
      if (!symbols) CHECK_FALSE(symbols.error().message.empty());
    }
}

TEST_CASE("An image is called as its symbol file without .sym") {
  CHECK(breakpad::image_of("libshop.so.sym") == "libshop.so");
  CHECK(breakpad::image_of("libshop.so.sym.gz") == "libshop.so");
  CHECK(breakpad::image_of(".sym").empty());
  CHECK(breakpad::image_of("libshop.so").empty());
}
