// C++ with LLVM's parser, but under our control of memory: the tree is in an arena, and it is printed
// only if the text has a reasonable size. LLVM's own entry point would abort the process on the worst
// malicious names.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <memory_resource>
#include <type_traits>
#include <utility>
#include <vector>

#include "ground/base/words.h"
#include "llvm/Demangle/ItaniumDemangle.h"
#include "names/demangle/gnu_spelling.h"
#include "names/demangle/name_size.h"
#include "names/demangle/rust_legacy.h"
#include "names/demangle/schemes.h"
#include "names/demangle/wide_stack.h"

namespace symkit::demangle {
namespace {

namespace itanium = llvm::itanium_demangle;

using itanium::Node;

// In TextSize's generous count. The longest names of real programs need a thousandth of it. LLVM's parser
// takes up to 600 bytes of stack per letter, and several times that with sanitizers.
constexpr std::size_t stack_for_a_letter = 4096;
constexpr std::size_t longest_on_own_stack = 1024;

// Where the parser puts its nodes: nothing is freed before the end. Most names fit into the first part.
// NOLINTBEGIN(readability-identifier-naming): the names by which LLVM calls them.
class Arena {
 public:
  void reset() {}

  template <class Kind, class... Arguments>
  Node* makeNode(Arguments&&... arguments) {
    static_assert(alignof(Kind) <= alignof(Note));
    auto* place = static_cast<std::byte*>(memory_.allocate(sizeof(Note) + sizeof(Kind), alignof(Note)));
    new (place) Note(0);
    if constexpr (std::is_same_v<Kind, itanium::ParameterPack>) note_packs(arguments...);
    return new (place + sizeof(Note)) Kind(std::forward<Arguments>(arguments)...);
  }

  void* allocateNodeArray(std::size_t size) { return memory_.allocate(size * sizeof(Node*), alignof(Node*)); }

  // NOLINTEND(readability-identifier-naming)

  std::uint64_t longest_pack() const { return longest_pack_; }

  // A number stored before each node, for code that walks the tree.
  using Note = std::uint64_t;
  static Note& note_of(const Node* node) {
    // Nodes are made only by makeNode, after their note. NOLINTNEXTLINE(*-const-cast)
    return *reinterpret_cast<Note*>(const_cast<std::byte*>(reinterpret_cast<const std::byte*>(node)) -
                                    sizeof(Note));
  }

 private:
  void note_packs(const itanium::NodeArray& elements) {
    longest_pack_ = std::max<std::uint64_t>(longest_pack_, elements.size());
  }

  alignas(std::max_align_t) std::byte first_[8 * 1024];
  std::pmr::monotonic_buffer_resource memory_{first_, sizeof first_};
  std::uint64_t longest_pack_ = 0;
};

// The length of the text for a parsed name. Substitutions share parts of the tree, so a name of a hundred
// letters can expand to more text than there is memory; here each shared part is computed once.
class TextSize {
 public:
  // The longest parameter pack of the name: an expansion may repeat its pattern this often.
  explicit TextSize(std::uint64_t longest_pack) : longest_pack_(std::max<std::uint64_t>(1, longest_pack)) {}

  // At least the length of the text; `endless` if that is too large or the tree has a cycle.
  std::uint64_t of(const Node* node) {
    if (node == nullptr) return 0;
    Arena::Note& known = Arena::note_of(node);
    if (known != 0) return known;
    known = endless;
    std::uint64_t size = 0;
    node->visit([&](const auto* exact) { size = of_kind(exact); });
    size = std::min(size + fixed_text, endless);
    return known = size;
  }

 private:
  // The most that a node adds itself; the longest is std::basic_string with all its arguments.
  static constexpr std::uint64_t fixed_text = 80;

  template <class Kind>
  std::uint64_t of_kind(const Kind* node) {
    if constexpr (std::is_same_v<Kind, itanium::ForwardTemplateReference>) {
      return of(node->Ref);
    } else {
      std::uint64_t size = 0;
      node->match([&](const auto&... parts) { ((size = std::min(size + of_part(parts), endless)), ...); });
      constexpr bool expands = std::is_same_v<Kind, itanium::ParameterPackExpansion> ||
                               std::is_same_v<Kind, itanium::SizeofParamPackExpr> ||
                               std::is_same_v<Kind, itanium::FoldExpr>;
      return expands ? std::min(size * longest_pack_, endless) : size;
    }
  }

  std::uint64_t of_part(const Node* node) { return of(node); }
  std::uint64_t of_part(std::string_view text) { return text.size(); }
  std::uint64_t of_part(itanium::NodeArray nodes) {
    std::uint64_t size = 0;
    for (const Node* node : nodes) size = std::min(size + of(node), endless);
    return size;
  }
  template <class Number>
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  std::uint64_t of_part(Number) {
    return 0;
  }

  std::uint64_t longest_pack_;
};

// LLVM's parser, extended to names that LLVM leaves unchanged. GCC writes complete library types where
// the ABI requires their abbreviations (enable_if<is_array<T>::value>), and the types of a function
// within a function may be the arguments of its own template.
class Parser : public itanium::AbstractManglingParser<Parser, Arena> {
  using Base = itanium::AbstractManglingParser<Parser, Arena>;

 public:
  Parser(std::string_view mangled, bool as_llvm)
      : Base(mangled.data(), mangled.data() + mangled.size()), as_llvm_(as_llvm) {}

  // NOLINTBEGIN(readability-identifier-naming): what LLVM calls them, and calls them by.

  // sr <type> <base-unresolved-name>, where the type is in std::. The complete text is a substitution
  // candidate.
  Node* parseUnresolvedName(bool global) {
    const std::string_view rest(Base::First, static_cast<std::size_t>(Base::Last - Base::First));
    if (as_llvm_ || !(rest.starts_with("srSt") || rest.starts_with("srNSt")))
      return Base::parseUnresolvedName(global);
    Base::First += std::string_view("sr").size();
    Node* const type = Base::parseType();
    Node* const name = type == nullptr ? nullptr : Base::parseBaseUnresolvedName();
    return name == nullptr ? nullptr : Base::make<itanium::QualifiedName>(type, name);
  }

  // Z <encoding> E <name>. LLVM drops the template arguments of the name, though a function's types may
  // refer to them. In a type's name nothing else refers to them.
  Node* parseLocalName(Base::NameState* state) {
    const bool is_function = state != nullptr && Base::look() == 'Z';
    if (as_llvm_ || !is_function) return Base::parseLocalName(state);
    ++Base::First;
    const std::size_t parameters = parameters_.size();
    Node* const encoding = Base::parseEncoding();
    const bool has_parameters = parameters_.size() != parameters;
    if (has_parameters)
      foreign_ = {std::min(foreign_.begin, parameters_[parameters].number), Base::Subs.size()};
    if (encoding == nullptr || !Base::consumeIf('E')) return nullptr;
    if (Base::consumeIf('d')) {
      Base::parseNumber(true);
      if (!Base::consumeIf('_')) return nullptr;
    }
    Node* const name =
        Base::consumeIf('s') ? Base::make<itanium::NameType>("string literal") : Base::parseName(state);
    if (name == nullptr) return nullptr;
    has_two_lists_ |= has_parameters && state->EndsWithTemplateArgs;
    Base::First = itanium::parse_discriminator(Base::First, Base::Last);
    return Base::make<itanium::LocalName>(encoding, name);
  }

  Node* parseTemplateParam() {
    const char* const begin = Base::First;
    Node* const node = Base::parseTemplateParam();
    if (node != nullptr && !as_llvm_) parameters_.push_back({Base::Subs.size(), node, {begin, Base::First}});
    return node;
  }

  Node* parseSubstitution() {
    const char* const begin = Base::First;
    Node* const node = Base::parseSubstitution();
    if (node == nullptr || parameters_.empty() || Base::InConstraintExpr) return node;
    const std::size_t number = number_of({begin, Base::First});
    if (Node* const own = parameter_at(number, node)) return own;
    refers_to_foreign_ |= foreign_.begin <= number && number < foreign_.end;
    return node;
  }

  // NOLINTEND(readability-identifier-naming)

  // A substitution represents letters: a T_ in it is a parameter of the referring function. LLVM keeps
  // its value from where it was first read, which is another function if both of two nested functions are
  // templates. A T_ alone is read again; a substitution that only contains one is not, and such a name is
  // not supported.
  bool is_certain() const { return !has_two_lists_ || !refers_to_foreign_; }

 private:
  // For S_, S0_, S1_ …; a number beyond all of them for Sa, St and the like.
  static std::size_t number_of(std::string_view substitution) {
    std::size_t number = 0;
    if (!substitution.starts_with('S') || !substitution.ends_with('_')) return std::string_view::npos;
    const std::string_view digits = substitution.substr(1, substitution.size() - 2);
    if (digits.empty()) return 0;
    for (const char c : digits)
      number = number * 36 + static_cast<std::size_t>(c <= '9' ? c - '0' : c - 'A' + 10);
    return number + 1;
  }

  // The parameter that the letters of a substitution mean here; null if it is not just a parameter, or
  // none is known.
  Node* parameter_at(std::size_t number, const Node* node) {
    auto known = std::ranges::upper_bound(parameters_, number, {}, &Parameter::number);
    for (; known != parameters_.begin() && std::prev(known)->number == number; --known) {
      const Parameter& one = *std::prev(known);
      if (one.node != node) continue;
      const char* const first = std::exchange(Base::First, one.letters.data());
      const char* const last = std::exchange(Base::Last, one.letters.data() + one.letters.size());
      Node* const own = Base::parseTemplateParam();
      Base::First = first;
      Base::Last = last;
      return own;
    }
    return nullptr;
  }

  struct Parameter {
    std::size_t number;  // of its substitution, if it becomes one
    const Node* node;
    std::string_view letters;
  };

  struct Range {
    std::size_t begin = std::string_view::npos, end = 0;
  };

  bool as_llvm_;
  std::vector<Parameter> parameters_;  // all that were read, in order
  Range foreign_;                      // substitutions from functions with parameters, around this one
  bool has_two_lists_ = false;
  bool refers_to_foreign_ = false;
};

struct Buffer {
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { std::free(memory); }

  // Takes over the text that LLVM left.
  void take(itanium::OutputBuffer& text) {
    constexpr std::size_t large = 64 * 1024;
    memory = text.getBuffer();
    size = text.getBufferCapacity();
    if (size <= large) return;
    std::free(memory);
    memory = nullptr;
    size = 0;
  }

  char* memory = nullptr;
  std::size_t size = 0;
};

// Only substitutions and template parameters (S0_, T_) repeat text, and packs (J…) may repeat what
// contains them. At worst, the text triples with every three of them; a few are no danger and need not be
// measured.
bool may_multiply(std::string_view mangled) {
  constexpr std::size_t ordinary = 4096;
  const std::size_t few = mangled.size() > ordinary ? 12 : 24;
  std::size_t references = 0;
  for (std::size_t i = 0; i + 1 < mangled.size(); ++i) {
    const char c = mangled[i];
    if (c == 'J') return true;
    if (c != 'S' && c != 'T') continue;
    const char behind = mangled[i + 1];
    const bool numbered = behind == '_' || behind == 'L' || (behind >= '0' && behind <= '9') ||
                          (c == 'S' && behind >= 'A' && behind <= 'Z');
    if (numbered && ++references > few) return true;
  }
  return false;
}

// Prints a name without its parameters. If wanted, a compiler's suffix is kept, as it identifies the
// part.
void print_without_parameters(const Node* tree, bool with_suffix, itanium::OutputBuffer& text) {
  if (tree->getKind() == Node::KDotSuffix) {
    const auto* whole = static_cast<const itanium::DotSuffix*>(tree);
    whole->match([&](const Node* name, std::string_view suffix) {
      print_without_parameters(name, with_suffix, text);
      if (with_suffix) text << " (" << suffix << ")";
    });
  } else if (tree->getKind() == Node::KFunctionEncoding) {
    static_cast<const itanium::FunctionEncoding*>(tree)->getName()->print(text);
  } else {
    tree->print(text);
  }
}

std::optional<std::string> parse_and_print(std::string_view mangled, const DemangleOptions& options) {
  Parser parser(mangled, options.as_llvm_symbolizer);
  const Node* tree = parser.parse();
  if (tree == nullptr || !parser.is_certain()) return std::nullopt;
  if (may_multiply(mangled) && TextSize(parser.ASTAllocator.longest_pack()).of(tree) > largest_text)
    return std::nullopt;
  // LLVM's buffer grows with malloc; each thread keeps one, unless it is large.
  thread_local Buffer kept;
  itanium::OutputBuffer text(kept.memory, kept.size);
  const auto keep = [](itanium::OutputBuffer* buffer) { kept.take(*buffer); };
  const std::unique_ptr<itanium::OutputBuffer, decltype(keep)> owner(&text, keep);
  if (options.no_parameters) {
    print_without_parameters(tree, !options.as_llvm_symbolizer && !options.as_gnu, text);
  } else {
    tree->print(text);
  }
  return std::string(std::string_view(text));
}

std::optional<std::string> demangle_cpp(std::string_view mangled, const DemangleOptions& options) {
  if (mangled.size() <= longest_on_own_stack) return parse_and_print(mangled, options);
  std::optional<std::string> readable;
  on_wide_stack(mangled.size() * stack_for_a_letter, [&] { readable = parse_and_print(mangled, options); });
  return readable;
}

// LLVM does not support GCC's names for transactional memory. GNU's tools print the original of such a
// clone with parameters, whatever the options.
std::optional<std::string> transaction_clone(std::string_view mangled, const DemangleOptions& options) {
  const bool is_safe = mangled.starts_with("_ZGTt");
  if (!is_safe && !mangled.starts_with("_ZGTn")) return std::nullopt;
  DemangleOptions whole = options;
  whole.no_parameters = false;
  auto readable = demangle_itanium(say("_Z", mangled.substr(5)), whole);
  if (readable) readable->insert(0, is_safe ? "transaction clone for " : "non-transaction clone for ");
  return readable;
}

}  // namespace

std::optional<std::string> demangle_itanium(std::string_view mangled, const DemangleOptions& options) {
  std::optional<std::string> readable = demangle_cpp(mangled, options);
  if (!readable) return options.as_llvm_symbolizer ? std::nullopt : transaction_clone(mangled, options);
  if (options.as_llvm_symbolizer) return readable;
  if (is_rust_legacy(mangled, *readable)) {
    const std::string_view hash = std::string_view(*readable).substr(readable->rfind("::"));
    return without_rust_escapes(*readable).append(options.verbose ? hash : "");
  }
  return options.as_gnu ? gnu_spelling(*readable, options.verbose) : readable;
}

}  // namespace symkit::demangle
