#include "ground/base/address.h"

#include "doctest/doctest.h"

using namespace symkit;

TEST_CASE("a runtime address becomes a file address by the slide, whatever the text base") {
  const Slide slide = slide_of(RuntimeAddress{0x10045c000}, FileAddress{0x100000000});
  CHECK(slide.value == 0x45c000);
  CHECK(to_file(RuntimeAddress{0x10045fb70}, slide).value == 0x100003b70);
  // An image that is linked at 0, and one that was moved down.
  CHECK(to_file(RuntimeAddress{0x10035d580}, slide_of(RuntimeAddress{0x10005d000}, FileAddress{0})).value ==
        0x300580);
  CHECK(to_file(RuntimeAddress{0x5010}, slide_of(RuntimeAddress{0x5000}, FileAddress{0x400000})).value ==
        0x400010);
}

TEST_CASE("below the text base there is no offset") {
  CHECK(to_offset(FileAddress{0x100003b70}, FileAddress{0x100000000})->value == 0x3b70);
  CHECK_FALSE(to_offset(FileAddress{0xfff}, FileAddress{0x1000}));
  CHECK(to_file(ImageOffset{0x3b70}, FileAddress{0x100000000}).value == 0x100003b70);
}

TEST_CASE("signatures of pointers are taken off, on arm64e only") {
  CHECK(without_signature({0x0055800100b3c4d8}, Architecture::Arm64e).value == 0x100b3c4d8);
  CHECK(without_signature({0x00000001022303fc}, Architecture::Arm64e).value == 0x1022303fc);
  CHECK(without_signature({0x12f5fff007abc123}, Architecture::Arm64e).value == 0xfffffff007abc123);
  CHECK(without_signature({0x0055800100b3c4d8}, Architecture::Arm64).value == 0x0055800100b3c4d8);
  CHECK(without_signature({0xffffffff81234567}, Architecture::X86_64).value == 0xffffffff81234567);
}
