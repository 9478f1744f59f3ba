// Mappings and logs made at random, and what a mapping makes of a log.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "doctest/doctest.h"

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/single_mapping.h"

namespace symkit::test {

using retrace::LineRewriter;
using retrace::Mapping;
using retrace::SingleMapping;

inline std::string rewritten(std::unique_ptr<Mapping> mapping, std::string_view log, bool verbose) {
  SingleMapping source(std::move(mapping));
  LineRewriter rewriter({{verbose, false}, nullptr}, source);
  std::string out;
  while (!log.empty()) {
    const std::size_t end = log.find('\n') + 1;
    REQUIRE(rewriter.rewrite(log.substr(0, end), out));
    log.remove_prefix(end);
  }
  return out;
}

// A mapping with everything in it, of a few names so that they meet.
class MappingMaker {
 public:
  explicit MappingMaker(unsigned seed) : random_(seed) {}

  std::string mapping() {
    std::string out = "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n";
    for (int i = 0; i < 12; ++i) {
      out += "x.Class" + std::to_string(below(9)) + (below(4) == 0 ? "Kt" : "") + " -> " + name(i) + ":\n";
      if (below(2) == 0)
        out += R"(# {"id":"sourceFile","fileName":"Odd)" + std::to_string(below(3)) + ".kt\"}\n";
      if (below(3) == 0) out += "    int f" + std::to_string(below(3)) + " -> a\n";
      for (int line = 1, left = below(12); left > 0; --left) out += member(line);
    }
    return out;
  }

  std::string log() {
    std::string out;
    for (int i = 0; i < 300; ++i) {
      const std::string at = "\tat " + name(below(13)) + "." + name(below(4));
      switch (below(6)) {
        case 0: out += name(below(13)) + ": x y\n"; break;
        case 1: out += at + "(Unknown Source)\n"; break;
        case 2: out += at + "(X.kt:0)\n"; break;
        default: out += at + "(SourceFile:" + std::to_string(below(30)) + ")\n";
      }
    }
    return out;
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  static std::string name(int number) { return std::string(1, static_cast<char>('a' + number)); }

  std::string member(int& line) {
    const std::string to = " -> " + name(below(3)) + "\n";
    const std::string method =
        "void m" + std::to_string(below(4)) + (below(2) == 0 ? "()" : "(int, x.Class1)");
    if (below(5) == 0) return "    " + method + to + annotation();
    if (below(6) == 0) return "    " + method + ":3:" + std::to_string(3 + below(4)) + to;
    const std::string range = "    " + std::to_string(line) + ":" + std::to_string(line + below(3)) + ":";
    line += below(4);
    std::string out;
    if (below(3) == 0)
      out += range + "int x.Class" + std::to_string(below(12)) + ".in():7:7" + to + annotation();
    out += range + method;
    if (below(4) != 0) out += ":" + std::to_string(below(50));
    if (out.find("in()") == std::string::npos && out.back() != ')')
      out += ":" + std::to_string(50 + below(9));
    return out + to + annotation();
  }

  std::string annotation() {
    switch (below(12)) {
      case 0: return "      # {\"id\":\"com.android.tools.r8.synthesized\"}\n";
      case 1: return "      # {\"id\":\"com.android.tools.r8.outline\"}\n";
      case 2:
        return "      # {'id':'com.android.tools.r8.outlineCallsite','positions':{'1':4,'2':5,'3':1}}\n";
      case 3:
        return "      # "
               "{'id':'com.android.tools.r8.rewriteFrame','conditions':['throws(La;)'],'actions':['"
               "removeInnerFrames(1)']}\n";
      case 4: return "      # {'id':'com.android.tools.r8.residualsignature','signature':'(I)V'}\n";
      default: return {};
    }
  }

  std::mt19937 random_;
};

}  // namespace symkit::test
