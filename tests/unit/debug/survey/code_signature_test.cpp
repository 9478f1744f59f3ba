#include "debug/survey/code_signature.h"

#include <doctest/doctest.h>

#include "support/assembler.h"

namespace symkit::survey {
namespace {

using test::Assembler;
using test::Buffer;

Buffer blob(std::uint32_t magic, const Buffer& content) {
  return Assembler(Endian::Big, 8).u32(magic).u32(8 + content.size()).bytes(content).finish();
}

Buffer text(std::string_view text) { return {text.begin(), text.end()}; }

// Of version 0x20200: with an identifier at 52 and a team behind it.
Buffer directory(std::uint32_t flags, const std::string& identifier, const std::string& team) {
  Assembler out(Endian::Big, 8);
  out.u32(0x20200).u32(flags).u32(0).u32(52).u32(0).u32(0).u32(0).u32(0).u32(0).u32(0);
  out.u32(team.empty() ? 0 : 52 + identifier.size() + 1);
  out.cstring(identifier);
  if (!team.empty()) out.cstring(team);
  return blob(0xfade0c02, out.finish());
}

Buffer signature(const std::vector<Buffer>& blobs) {
  Assembler out(Endian::Big, 8);
  std::size_t at = 12 + blobs.size() * 8;
  out.u32(blobs.size());
  for (const Buffer& one : blobs) {
    out.u32(0).u32(at);
    at += one.size();
  }
  for (const Buffer& one : blobs) out.bytes(one);
  return blob(0xfade0cc0, out.finish());
}

}  // namespace

TEST_CASE("a code signature tells who signed") {
  const auto found = read_code_signature(
      signature({directory(0x10000, "example.app", "TEAM123456"), blob(0xfade0b01, text("certificates"))}));
  REQUIRE(found);
  CHECK(found->identifier == "example.app");
  CHECK(found->team == "TEAM123456");
  CHECK(found->hardened);
  CHECK_FALSE(found->ad_hoc);
  CHECK(found->has_certificate);
}

TEST_CASE("an empty wrapper is no certificate, and a linker's signature has no team") {
  const auto found = read_code_signature(signature({directory(0x20002, "tool", ""), blob(0xfade0b01, {})}));
  REQUIRE(found);
  CHECK(found->ad_hoc);
  CHECK(found->linker_signed);
  CHECK(found->team.empty());
  CHECK_FALSE(found->has_certificate);
}

TEST_CASE("cut anywhere, a signature is read as far as it goes or not at all") {
  const Buffer whole =
      signature({directory(2, "a", "b"), blob(0xfade7171, text("<dict><key>k</key><true/></dict>"))});
  REQUIRE(read_code_signature(whole)->entitlements.size() == 1);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Buffer part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    if (const auto found = read_code_signature(part)) CHECK(found->entitlements.size() <= 1);
  }
  Buffer many = whole;
  many[8] = 0xff;  // billions of blobs
  CHECK_FALSE(read_code_signature(many));
}

TEST_CASE("entitlements: switches, texts, lists; what lies deeper is only mentioned") {
  const auto found = read_property_list(
      "<?xml version='1.0'?><plist><dict><key>a</key><true/><key>b &amp; c</key><string>x&lt;y</string>"
      "<key>d</key><array><string>one</string><string>two</string></array>"
      "<key>e</key><array><dict><key>inner</key><string>no</string></dict></array>"
      "<key>f</key><false/><key>g</key><integer>7</integer></dict></plist>");
  REQUIRE(found.size() == 6);
  CHECK(found[0].value == "true");
  CHECK(found[1].key == "b & c");
  CHECK(found[1].value == "x<y");
  CHECK(found[2].value == "one, two");
  CHECK(found[3].value == "…");
  CHECK(found[4].value == "false");
  CHECK(found[5].value == "7");
}

TEST_CASE("no property list is no entitlements") {
  CHECK(read_property_list("").empty());
  CHECK(read_property_list("<key").empty());
  CHECK(read_property_list("<string>x</string><key>k</key>").empty());
  CHECK(read_property_list("</dict></dict><dict><dict><key>k</key>").empty());
}

}  // namespace symkit::survey
