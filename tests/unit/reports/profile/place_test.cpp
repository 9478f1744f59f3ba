// Where a location's code is, by its mapping.
#include "reports/profile/place.h"

#include "doctest/doctest.h"

using namespace symkit;
using profile::Location;
using profile::Mapping;
using profile::Profile;

namespace {

FrameReference place(Profile& it, const Mapping& mapping, std::uint64_t address) {
  it.mappings.assign(1, mapping);
  return profile::reference_of(it, Location{.address = address, .mapping = 0});
}

}  // namespace

TEST_CASE("An address is counted from its mapping's place in the file") {
  Profile it;
  const FrameReference frame = place(it,
                                     {.start = 0x7f0000001000,
                                      .limit = 0x7f0000003000,
                                      .offset = 0x5000,
                                      .file = it.texts.add("/usr/lib/libmarket.so"),
                                      .build_id = it.texts.add("00aa11bb")},
                                     0x7f0000001234);
  CHECK(frame.file_offset == 0x5234);
  CHECK(frame.memory->begin == 0x7f0000001000);
  CHECK(frame.memory->size == 0x2000);
  CHECK(frame.image.name == "libmarket.so");
  CHECK(frame.image.id.hex() == "00aa11bb");
  CHECK(frame.address_of == AddressOf::Call);
  CHECK(frame.problem.empty());
}

TEST_CASE("Without a place the addresses are the file's own") {
  Profile it;
  const profile::TextId file = it.texts.add("/srv/app");
  CHECK(place(it, {.file = file}, 0x401136).file_address == 0x401136);
  CHECK(place(it, {.limit = UINT64_MAX, .file = file}, 0x401136).file_address == 0x401136);
}

TEST_CASE("Go's build id is a text, and no id of the other kind") {
  Profile it;
  const FrameReference frame = place(it,
                                     {.start = 0x400000,
                                      .limit = 0x500000,
                                      .file = it.texts.add("/srv/app"),
                                      .build_id = it.texts.add("Qm1_x/abc/def/9-Z")},
                                     0x401136);
  CHECK(frame.image.id.empty());
  CHECK(frame.image.code_id == "Qm1_x/abc/def/9-Z");
  CHECK(frame.file_offset == 0x1136);
}

TEST_CASE("Go's build id may be written in hexadecimal, as every other is") {
  Profile it;
  const std::string written =
      "3771356b5f6d4f494f774563386c7047657535432f4b746441424954534866694755635f4570686f34";
  const FrameReference frame = place(it,
                                     {.start = 0x400000,
                                      .limit = 0x500000,
                                      .file = it.texts.add("/srv/app"),
                                      .build_id = it.texts.add(written)},
                                     0x401136);
  CHECK(frame.image.id.empty());
  CHECK(frame.image.code_id == written);
}

TEST_CASE("A location without an address is where its name says, if that is no more than a place") {
  Profile it;
  const auto named = [&](std::string_view name) {
    it.functions.assign(1, {.name = it.texts.add(name)});
    it.lines.assign(1, {.function = 0});
    it.mappings.assign(1, {.file = it.texts.add("/srv/libkiosk.so"), .build_id = it.texts.add("00aa11bb")});
    return profile::reference_of(it, Location{.mapping = 0, .line_count = 1});
  };
  const FrameReference frame = named("libkiosk.so+0x1606");
  CHECK(frame.file_offset == 0x1606);
  CHECK(frame.offset_may_be_address);
  CHECK(frame.image.path == "/srv/libkiosk.so");
  CHECK(frame.image.id.hex() == "00aa11bb");
  const FrameReference other = named("libother.so.1+0x1606");
  CHECK(other.image.name == "libother.so.1");
  CHECK(other.image.id.empty());
  CHECK_FALSE(named("do_exit+0x56").offset_may_be_address);
}

TEST_CASE("The vdso has no file, but an index by its build id") {
  Profile it;
  const Mapping vdso{.start = 0x7ffd1000, .limit = 0x7ffd3000, .file = it.texts.add("[vdso]")};
  CHECK(place(it, vdso, 0x7ffd1a30).problem == "no file was mapped there");
  Mapping known = vdso;
  known.build_id = it.texts.add("00aa11bb");
  const FrameReference frame = place(it, known, 0x7ffd1a30);
  CHECK(frame.problem.empty());
  CHECK(frame.file_offset == 0xa30);
  CHECK(frame.image.id.hex() == "00aa11bb");
}

TEST_CASE("What is outside of its mapping, or in no file, is not looked up") {
  Profile it;
  const profile::TextId file = it.texts.add("/srv/app");
  CHECK(place(it, {.start = 0x1000, .limit = 0x2000, .file = file}, 0x2000).problem ==
        "the address is outside of its mapping");
  for (const char* name :
       {"[heap]", "[stack]", "//anon", "/memfd:jit (deleted)", "/dev/zero", "anon_inode:[perf_event]"})
    CHECK(place(it, {.start = 0x1000, .limit = 0x2000, .file = it.texts.add(name)}, 0x1100).problem ==
          "no file was mapped there");
  CHECK(place(it, {.start = 0x1000, .limit = 0x2000}, 0x1100).problem ==
        "the profile does not say which file was mapped there");
}

TEST_CASE("A kernel module's sections do not lie as in its file") {
  Profile it;
  const Mapping module{.start = 0xffffffffc0a00000,
                       .limit = 0xffffffffc0b00000,
                       .file = it.texts.add("/lib/modules/6.1.0/kernel/fs/ext4/ext4.ko"),
                       .build_id = it.texts.add("00aa11bb")};
  const FrameReference frame = place(it, module, 0xffffffffc0a01234);
  CHECK(frame.problem == "kernel module addresses are known only from --kallsyms FILE");
  CHECK_FALSE(frame.file_offset);
}

TEST_CASE("A location without a mapping is in the one that holds it, if that is one") {
  Profile it;
  it.mappings = {{.start = 0x1000, .limit = 0x3000, .file = it.texts.add("/srv/one")},
                 {.start = 0x2000, .limit = 0x4000, .file = it.texts.add("/srv/two")}};
  CHECK(profile::reference_of(it, {.address = 0x1800}).image.name == "one");
  CHECK(profile::reference_of(it, {.address = 0x3800}).image.name == "two");
  CHECK(profile::reference_of(it, {.address = 0x2800}).problem ==
        "the profile does not say what was mapped there");
}

TEST_CASE("The kernel is counted from where its code begins") {
  Profile it;
  const FrameReference moved = place(it,
                                     {.start = 0xffffffff91a00000,
                                      .limit = 0xffffffff92a00000,
                                      .offset = 0xffffffff91a00000,
                                      .file = it.texts.add("[kernel.kallsyms]_text")},
                                     0xffffffff91a14c36);
  CHECK(moved.load_address == 0xffffffff91a00000);
  CHECK(moved.image.name == "vmlinux");
  CHECK(place(it, {.limit = UINT64_MAX, .file = it.texts.add("[kernel.kallsyms]")}, 0xffffffff91a14c36)
            .problem == "the profile does not say how far the kernel was moved");
}
