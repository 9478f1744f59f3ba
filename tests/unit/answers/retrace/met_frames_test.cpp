#include "answers/retrace/met_frames.h"

#include "doctest/doctest.h"

#include "answers/retrace/text_mapping.h"

using namespace symkit;
using retrace::MetFrames, retrace::Outcome, retrace::TextMapping;

namespace {

std::unique_ptr<TextMapping> mapping_of(std::string_view text) {
  const auto ignore = [](const std::string&) {};
  return std::move(*TextMapping::of_text(text, "mapping.txt", ignore, ignore));
}

}  // namespace

TEST_CASE("Frames are remembered for one mapping, and not for another in the same memory") {
  MetFrames met;
  const auto first = mapping_of("ledger.Book -> a.b:\n");
  CHECK(met.find("a.b.c(SourceFile:1)", *first) == nullptr);
  met.add("a.b.c(SourceFile:1)", Outcome::Retraced, "ledger.Book.total(Book.java:1)");
  REQUIRE(met.find("a.b.c(SourceFile:1)", *first) != nullptr);
  CHECK(met.find("a.b.c(SourceFile:1)", *first)->frames == "ledger.Book.total(Book.java:1)");
  const auto second = mapping_of("ledger.Till -> a.b:\n");
  CHECK(first->serial() != second->serial());
  CHECK(met.find("a.b.c(SourceFile:1)", *second) == nullptr);
  CHECK(met.find("a.b.c(SourceFile:1)", *first) == nullptr);
}
