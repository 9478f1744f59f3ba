// Where each kind of server is asked for what, and where a file.ptr may lead.
#include "keep/fetch/remote_files.h"

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::fetch;

namespace {

const std::string build_id = "abcdef0123456789abcdef0123456789abcdef01",
                  uuid = "00112233445566778899aabbccddeeff", guid = "ffde7dac97b195934c4c44205044422e1a";

Wanted wanted(const std::string& id, std::string name) {
  return {.id = *ImageId::parse(id), .name = std::move(name)};
}

// One behind the other, pointers in brackets.
std::string paths(ServerKind kind, const Wanted& wanted, Round round, bool has_shelves = false) {
  std::string all;
  for (const RemoteFile& place : places_of(kind, has_shelves, wanted, round))
    all += (all.empty() ? "" : " ") + (place.is_pointer ? "[" + place.path + "]" : place.path);
  return all;
}

}  // namespace

TEST_CASE("a debuginfod has build ids, and none of Windows' images") {
  const Wanted elf = wanted(build_id, "libx.so");
  CHECK(paths(ServerKind::Debuginfod, elf, Round::Debug) == "buildid/" + build_id + "/debuginfo");
  CHECK(paths(ServerKind::Debuginfod, elf, Round::Code) == "buildid/" + build_id + "/executable");
  CHECK(paths(ServerKind::Debuginfod, wanted(guid, "app.exe"), Round::Debug).empty());
  CHECK(places_of(ServerKind::Debuginfod, false, elf, Round::Debug)[0].kept_as.empty());
}

TEST_CASE("of SymStore and SSQP the file is asked for, then its cabinet, then its file.ptr") {
  const std::string sym = "_.debug/elf-buildid-sym-" + build_id;
  CHECK(paths(ServerKind::SymStore, wanted(build_id, "libx.so"), Round::Debug) ==
        sym + "/_.debug " + sym + "/_.debu_ [" + sym + "/file.ptr]");
  const std::string code = "libx.so/elf-buildid-" + build_id;
  CHECK(paths(ServerKind::SymStore, wanted(build_id, "libx.so"), Round::Code) ==
        code + "/libx.so " + code + "/libx.s_ [" + code + "/file.ptr]");
  CHECK(paths(ServerKind::SymStore, wanted(uuid, "libx.dylib"), Round::Debug)
            .contains("_.dwarf/mach-uuid-sym-" + uuid + "/_.dwarf "));
}

TEST_CASE(
    "a PDB is asked for as SymStore spells it and as SSQP does, below its first letters where there are "
    "shelves") {
  Wanted pe = wanted(guid, "App.exe");
  pe.debug_name = "Kiosk.pdb";
  pe.code_id = "5f0000AA1200B";
  const std::string upper = "Kiosk.pdb/FFDE7DAC97B195934C4C44205044422E1A", lower = "kiosk.pdb/" + guid;
  CHECK(paths(ServerKind::SymStore, pe, Round::Debug) == upper + "/Kiosk.pdb " + upper + "/Kiosk.pd_ [" +
                                                             upper + "/file.ptr] " + lower + "/kiosk.pdb " +
                                                             lower + "/kiosk.pd_ [" + lower + "/file.ptr]");
  CHECK(paths(ServerKind::SymStore, pe, Round::Code).starts_with("App.exe/5F0000AA1200b/App.exe "));
  const RemoteFile first = places_of(ServerKind::SymStore, true, pe, Round::Debug)[0];
  CHECK(first.path == "Ki/" + upper + "/Kiosk.pdb");
  CHECK(first.kept_as == upper + "/Kiosk.pdb");
}

TEST_CASE("Breakpad's ids: a build id's beginning as a GUID, a UUID in either order, a PDB's own") {
  const auto asked = [](const Wanted& image) { return paths(ServerKind::Breakpad, image, Round::Debug); };
  CHECK(asked(wanted(build_id, "libx.so")) == "libx.so/01EFCDAB45238967ABCDEF01234567890/libx.so.sym");
  CHECK(asked(wanted(uuid, "App")) ==
        "App/33221100554477668899AABBCCDDEEFF0/App.sym App/00112233445566778899AABBCCDDEEFF0/App.sym");
  CHECK(asked(wanted(guid, "app.exe")) == "app.pdb/FFDE7DAC97B195934C4C44205044422E1A/app.sym");
  CHECK(paths(ServerKind::Breakpad, wanted(build_id, "libx.so"), Round::Code).empty());
}

TEST_CASE("the unified layout") {
  const std::string folder = build_id.substr(0, 2) + "/" + build_id.substr(2);
  CHECK(paths(ServerKind::Unified, wanted(build_id, "libx.so"), Round::Debug) ==
        folder + "/debuginfo " + folder + "/breakpad");
  CHECK(paths(ServerKind::Unified, wanted(build_id, ""), Round::Code) == folder + "/executable");
}

TEST_CASE("a server of an unknown kind is asked at all places, a source at one") {
  const auto all = places_of(ServerKind::Unknown, false, wanted(build_id, "libx.so"), Round::Debug);
  CHECK(all.front().kind == ServerKind::Debuginfod);
  CHECK(all.back().kind == ServerKind::Unified);
  const Wanted source = Wanted::source_of(*ImageId::parse(build_id), "/src/a b.c");
  const auto of_source = places_of(ServerKind::Unknown, false, source, Round::Debug);
  REQUIRE(of_source.size() == 1);
  CHECK(of_source[0].path == "buildid/" + build_id + "/source/src/a b.c");
  CHECK(of_source[0].artifact == "source##src##a b.c");
  CHECK(escaped(of_source[0].path).ends_with("/source/src/a%20b.c"));
}

TEST_CASE("a name that leads elsewhere is asked for nowhere") {
  for (const char* name : {"..", "a/b", "a\\b", ".partial", "a\nb"}) {
    CAPTURE(name);
    CHECK(!paths(ServerKind::SymStore, wanted(build_id, name), Round::Code).contains("elf"));
    CHECK(paths(ServerKind::Breakpad, wanted(build_id, name), Round::Debug).empty());
  }
}

TEST_CASE("a file.ptr leads to the ends of its path on the same server, and to nothing else") {
  const RemoteFile from =
      places_of(ServerKind::SymStore, false, wanted(build_id, "libx.so"), Round::Debug)[2];
  REQUIRE(from.is_pointer);
  const auto led = [&](std::string_view text) {
    std::string all;
    for (const RemoteFile& place : pointed_at(text, from)) all += place.path + " ";
    return all;
  };
  CHECK(led("PATH:store\\2024\\libx.so") == "store/2024/libx.so 2024/libx.so libx.so ");
  CHECK(led(R"(PATH:\\server\share\libx.so)") == "server/share/libx.so share/libx.so libx.so ");
  CHECK(led("PATH:https://evil.example/libx.so") == "evil.example/libx.so libx.so ");
  CHECK(led("PATH:../../etc/passwd") == "etc/passwd passwd ");
  CHECK(led("MSG: closed").empty());
  CHECK(led("PATH:" + std::string(3000, '/')).empty());
  CHECK(message_of("MSG: closed\x1b[31m") == "closed?[31m");
  CHECK(message_of("PATH:x").empty());
  CHECK(pointed_at("PATH:a/b/c/d/e/f/g/h/i/j/k/l/m", from).size() == 8);
  CHECK(pointed_at("PATH:store/libx.so", from)[0].kept_as == from.kept_as);
}

TEST_CASE("an index2.txt is a text, and no page") {
  CHECK(may_be_index2(""));
  CHECK(may_be_index2(".\r\n"));
  CHECK(!may_be_index2("<!DOCTYPE html>"));
  CHECK(!may_be_index2(std::string_view("MZ\0\3", 4)));
}
