#define PCRE2_CODE_UNIT_WIDTH 8
#include "answers/retrace/pattern.h"

#include <array>
#include <pcre2.h>
#include <utility>
#include <vector>

#include "ground/base/words.h"

namespace symkit::retrace {
namespace {

// The start and parts of an identifier as in java.lang.Character, and '-', which R8 uses in names.
constexpr std::string_view identifier =
    R"([-\p{L}\p{Nl}\p{Sc}\p{Pc}][-\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Nd}\p{Mn}\p{Mc}\p{Cf}\x{00}-\x{08}\x{0e}-\x{1b}\x{7f}-\x{9f}]*)";

// The expression for a wildcard; empty if the letter has none.
std::string expression_of(char letter) {
  const auto type = [] { return say("(?:", identifier, R"(\.)*)", identifier); };
  const auto array = [&] { return type() + R"([\[\]]*)"; };
  switch (letter) {
    case 'c': return type();
    case 'C': return say("(?:", identifier, "/)*", identifier);
    case 'm': return say("(?:", identifier, "|<init>|<clinit>)");
    case 'f': return std::string(identifier);
    case 's': return R"((?::+[^\d:\s]|[^:]*)*)";
    case 'l': return R"(\d*)";
    case 'S': return ".*";
    case 't': return array();
    case 'a': return say("(?:(?:", array(), R"(\s*,\s*)*)", array(), ")?");
    default: return {};
  }
}

struct Group {
  char wildcard;
  std::string name;
};

struct Translated {
  std::string expression;
  std::vector<Group> groups;
};

Result<Translated> translate(std::string_view expression) {
  Translated out;
  bool escaped = false;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const char c = expression[at];
    if (c != '%' || escaped) {
      escaped = c == '\\' && !escaped;
      out.expression += c;
      continue;
    }
    const char letter = ++at < expression.size() ? expression[at] : '\0';
    const std::string meaning = expression_of(letter);
    if (meaning.empty())
      return fail(say("'%", letter == '\0' ? "" : std::string(1, letter),
                      "' is not one of the wildcards %c %C %m %f %s %l %S %t %a"));
    std::string name = say("symkit_", out.groups.size());
    out.expression += say("(?<", name, ">", meaning, ")");
    out.groups.push_back({letter, std::move(name)});
  }
  return out;
}

}  // namespace

struct Pattern::Compiled {
  struct Free {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
    void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
  };

  std::unique_ptr<pcre2_code, Free> code;
  std::unique_ptr<pcre2_match_data, Free> match;
  std::unique_ptr<pcre2_match_context, Free> context;
  std::vector<std::pair<char, int>> groups;  // wildcards and the numbers of their groups, in order

  java::Span span_of(int group) const {
    const std::size_t* offsets = pcre2_get_ovector_pointer(match.get());
    const auto at = static_cast<std::size_t>(group) * 2;
    if (offsets[at] == PCRE2_UNSET) return {};
    return {offsets[at], offsets[at + 1]};
  }
};

Pattern::Pattern(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

Result<Pattern> Pattern::compile(std::string_view expression) {
  const auto translated = translate(expression);
  if (!translated) return fail(translated.error());
  int error = 0;
  std::size_t where = 0;
  auto compiled = std::make_unique<Compiled>();
  compiled->code.reset(pcre2_compile(
      reinterpret_cast<PCRE2_SPTR>(translated->expression.data()), translated->expression.size(),
      PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_DOLLAR_ENDONLY, &error, &where, nullptr));
  if (compiled->code == nullptr) {
    std::array<PCRE2_UCHAR, 256> words{};
    pcre2_get_error_message(error, words.data(), words.size());
    return fail(say("invalid expression: ", reinterpret_cast<const char*>(words.data())));
  }
  pcre2_jit_compile(compiled->code.get(), PCRE2_JIT_COMPLETE);
  compiled->match.reset(pcre2_match_data_create_from_pattern(compiled->code.get(), nullptr));
  compiled->context.reset(pcre2_match_context_create(nullptr));
  pcre2_set_match_limit(compiled->context.get(), 1'000'000);
  for (const Group& group : translated->groups) {
    const int number = pcre2_substring_number_from_name(compiled->code.get(),
                                                        reinterpret_cast<PCRE2_SPTR>(group.name.c_str()));
    compiled->groups.emplace_back(group.wildcard, number);
  }
  return Pattern(std::move(compiled));
}

java::StackLine Pattern::recognise(std::string_view text) const {
  java::StackLine line;
  line.text = text;
  const auto* subject = reinterpret_cast<PCRE2_SPTR>(text.data());
  const int found =
      pcre2_match(compiled_->code.get(), subject, text.size(), 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED,
                  compiled_->match.get(), compiled_->context.get());
  if (found < 0) return line;
  for (const auto& [wildcard, number] : compiled_->groups) {
    const java::Span span = compiled_->span_of(number);
    if (!span.present()) continue;
    switch (wildcard) {
      case 'c':
      case 'C':
        // If several classes match, the first one counts.
        if (line.class_name.present() || line.at(span) == "Suppressed") break;
        line.class_name = span;
        line.binary_class = wildcard == 'C';
        break;
      case 'm': line.method = span; break;
      case 'f': line.field = span; break;
      case 's': line.source_file = span; break;
      case 't': line.type = span; break;
      case 'a': line.arguments = span; break;
      case 'l':
        line.line_number = span;
        line.colon_before_line = span.begin > 0 && text[span.begin - 1] == ':';
        if (line.colon_before_line) --line.line_number.begin;
        break;
      default: {
        const std::size_t file_end = span.begin + java::source_file_end(line.at(span));
        line.source_file = {span.begin, file_end};
        line.line_number = {file_end, span.end};
        line.colon_before_line = true;
      }
    }
  }
  return line;
}

}  // namespace symkit::retrace
