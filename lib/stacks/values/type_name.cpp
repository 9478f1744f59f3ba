// Types as C writes them: what a pointer points to stands in front of it, parameters and lengths behind.
#include "stacks/values/type_name.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "ground/base/words.h"

namespace symkit::values {
namespace {

using variables::Kind;
using variables::Type;
using variables::TypeId;

constexpr unsigned deepest_type = 24;
constexpr std::size_t longest_name = 4096;
constexpr unsigned most_types = 500;  // in one name

struct Spelling {
  std::string_view compilers, gdbs;
};
// Longer ones first.
constexpr std::array spellings = {
    Spelling{"long long unsigned int", "unsigned long long"}, Spelling{"long long int", "long long"},
    Spelling{"long unsigned int", "unsigned long"},           Spelling{"long int", "long"},
    Spelling{"short unsigned int", "unsigned short"},         Spelling{"short int", "short"}};

bool is_of_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::string with_gdbs_integers(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    const auto is_here = [&](const Spelling& one) {
      const std::string_view rest = name.substr(i);
      return rest.starts_with(one.compilers) &&
             (rest.size() == one.compilers.size() || !is_of_word(rest[one.compilers.size()]));
    };
    const bool is_word = (name[i] == 'l' || name[i] == 's') && (i == 0 || !is_of_word(name[i - 1]));
    const auto* found = is_word ? std::ranges::find_if(spellings, is_here) : spellings.end();
    if (found == spellings.end()) {
      out += name[i++];
      continue;
    }
    out += found->gdbs;
    i += found->compilers.size();
  }
  return out;
}

// Where an argument that begins at `at` ends, without marks of pointers and references behind it.
std::size_t end_of_argument(std::string_view name, std::size_t at) {
  unsigned depth = 0;
  for (; at < name.size(); ++at) {
    const char c = name[at];
    if (depth == 0 && (c == ',' || c == '>' || c == '*' || c == '&')) break;
    if (c == '<' || c == '(' || c == '{') ++depth;
    if ((c == '>' || c == ')' || c == '}') && depth != 0) --depth;
  }
  while (at != 0 && name[at - 1] == ' ') --at;
  return at;
}

// "a<int const, char*>" for "a<const int, char *>".
std::string with_gdbs_qualifiers(std::string text) {
  constexpr std::string_view qualifier = "const ";
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool is_first = text[i - 1] == '<' || (text[i - 1] == ' ' && i > 1 && text[i - 2] == ',');
    if (is_first && std::string_view(text).substr(i).starts_with(qualifier)) {
      const std::size_t end = end_of_argument(text, i + qualifier.size());
      text.insert(end, " const");
      text.erase(i, qualifier.size());
    }
    if ((text[i] == '*' || text[i] == '&') && text[i - 1] == ' ') text.erase(--i, 1);
  }
  return text;
}

// A declaration grows from the inside: `inner` is what is declared so far, as "(*" and ")[3]".
struct Declared {
  std::string before, behind;
};

class TypeNamer {
 public:
  TypeNamer(variables::Source& types, Language language) : types_(types), language_(language) {}

  std::string name(TypeId id, unsigned depth) { return id == 0 ? "void" : name(types_.type(id), {}, depth); }

  std::string name(const Type& type, Declared inner, unsigned depth) {
    if (depth == deepest_type || ++visited_ > most_types ||
        inner.before.size() + inner.behind.size() > longest_name)
      return "...";
    const auto next = [&](Declared declared) { return name_within(type.of, std::move(declared), depth + 1); };
    switch (type.kind) {
      case Kind::Pointer:
        if (!type.name.empty()) return around(type.name, inner);  // Rust's have their own
        return next(with_mark("*", type, std::move(inner)));
      case Kind::Reference: return next(with_mark("&", type, std::move(inner)));
      case Kind::MovedReference: return next(with_mark("&&", type, std::move(inner)));
      case Kind::MemberPointer: return to_member(type, std::move(inner), depth);
      case Kind::Array:
        if (language_ == Language::Rust) return around(rust_array(type, depth), inner);
        for (const auto& one : type.dimensions) inner.behind += one.count ? say("[", *one.count, "]") : "[]";
        return next(std::move(inner));
      case Kind::Function: inner.behind += parameters(type, false, depth); return next(std::move(inner));
      case Kind::Const:
      case Kind::Volatile:
      case Kind::Restrict:
      case Kind::Atomic: return qualified(type, std::move(inner), depth);
      default: return around(plain(type), inner);
    }
  }

 private:
  std::string name_within(TypeId id, Declared inner, unsigned depth) {
    return id == 0 ? around("void", inner) : name(types_.type(id), std::move(inner), depth);
  }

  static std::string around(const std::string& base, const Declared& inner) {
    const std::string all = inner.before + inner.behind;
    return all.empty() ? base : say(base, " ", all);
  }

  const Type& below(const Type& type) const {
    const Type* found = &types_.type(type.of);
    for (unsigned i = 0; i < deepest_type; ++i) {
      if (found->kind != Kind::Const && found->kind != Kind::Volatile) break;
      found = &types_.type(found->of);
    }
    return *found;
  }

  Declared with_mark(const std::string& mark, const Type& type, Declared inner) const {
    inner.before.insert(0, mark);
    const Kind kind = type.of == 0 ? Kind::Unknown : below(type).kind;
    if (kind == Kind::Array || kind == Kind::Function) {
      inner.before.insert(0, 1, '(');
      inner.behind += ')';
    }
    return inner;
  }

  static std::string_view word_of(Kind kind) {
    switch (kind) {
      case Kind::Const: return "const";
      case Kind::Volatile: return "volatile";
      case Kind::Restrict: return "restrict";
      default: return "_Atomic";
    }
  }

  std::string qualified(const Type& type, Declared inner, unsigned depth) {
    const Type& qualifies = below(type);
    const std::string_view word = word_of(type.kind);
    const bool is_behind = type.of != 0 && qualifies.kind == Kind::Pointer && qualifies.name.empty();
    if (!is_behind) return say(word, " ", name_within(type.of, std::move(inner), depth + 1));
    inner.before = inner.before.empty() ? say(" ", word) : say(" ", word, " ", inner.before);
    return name_within(type.of, std::move(inner), depth + 1);
  }

  std::string to_member(const Type& type, Declared inner, unsigned depth) {
    inner = with_mark(say(name(type.container, depth + 1), "::*"), type, std::move(inner));
    const Type& member = below(type);
    if (member.kind != Kind::Function) return name_within(type.of, std::move(inner), depth + 1);
    inner.behind += parameters(member, true, depth);
    return name_within(member.of, std::move(inner), depth + 1);
  }

  // A method's first is `this`, which does not change.
  std::string parameters(const Type& type, bool is_method, unsigned depth) {
    std::string out = "(";
    for (const TypeId& one : type.parameters) {
      if (out.size() > longest_name) break;
      if (out.size() > 1) out += ", ";
      out += name(one, depth + 1);
      if (is_method && &one == type.parameters.data()) out += " const";
    }
    return out + (out.size() == 1 && language_ != Language::C ? "void)" : ")");
  }

  std::string rust_array(const Type& type, unsigned depth) {
    std::string out = name(type.of, depth + 1);
    for (const auto& one : type.dimensions) out = say("[", out, "; ", one.count ? say(*one.count) : "_", "]");
    return out;
  }

  std::string plain(const Type& type) const {
    std::string_view word;
    // An enumeration without a name has but its scope's.
    const bool is_unnamed = type.name.empty() || type.name.ends_with("::");
    if (language_ == Language::C || is_unnamed) {
      if (type.kind == Kind::Record) word = type.is_class ? "class " : "struct ";
      if (type.kind == Kind::Union) word = "union ";
      if (type.kind == Kind::Enumeration) word = "enum ";
    }
    if (is_unnamed) return say(word, "{...}");
    return say(word, language_ == Language::Cplusplus ? spelled(type.name) : type.name);
  }

  variables::Source& types_;
  Language language_;
  unsigned visited_ = 0;
};

}  // namespace

std::string spelled(std::string_view name) {
  const std::string integers = with_gdbs_integers(name);
  return integers.ends_with('>') ? with_gdbs_qualifiers(integers) : integers;
}

std::string parameters_of(const variables::Function& function, variables::Source& types) {
  std::string out = "<";
  if (!function.scopes.empty())
    for (const variables::Variable& one : function.scopes.back().variables)
      if (one.is_argument) out += say(out.size() == 1 ? "" : ", ", name_of(one.type, types));
  out = spelled(out + ">");
  return say("(", std::string_view(out).substr(1, out.size() - 2), ")");
}

std::string name_of(TypeId type, variables::Source& types, Language language) {
  return TypeNamer(types, language).name(type, 0);
}

std::string name_of_bare(const Type& type, variables::Source& types, Language language) {
  return TypeNamer(types, language).name(type, {}, 0);
}

}  // namespace symkit::values
