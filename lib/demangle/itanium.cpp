// C++ by LLVM's parser, but with our own hand on memory: the tree lies in an arena, and it is printed only
// if the text has a sane size. LLVM's own entry would abort the process on the worst of hostile names.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <memory_resource>
#include <type_traits>
#include <utility>

#include "base/words.h"
#include "demangle/gnu_spelling.h"
#include "demangle/itanium_parser.h"
#include "demangle/name_size.h"
#include "demangle/rust_legacy.h"
#include "demangle/schemes.h"
#include "demangle/wide_stack.h"
#include "llvm/Demangle/ItaniumDemangle.h"

namespace symkit::demangle {
namespace {

namespace itanium = llvm::itanium_demangle;

using itanium::Node;

// By TextSize's generous count. The longest names of real programs come to a thousandth of it.
// LLVM's parser takes up to 600 bytes of stack for a letter, several times that with sanitizers.
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

  // A number that stands before each node, for whoever walks the tree.
  using Note = std::uint64_t;
  static Note& note_of(const Node* node) {
    // Nodes are made by makeNode alone, behind their note. NOLINTNEXTLINE(*-const-cast)
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

// How much text a parsed name stands for. Substitutions share parts of the tree, so a name of a hundred
// letters can ask for more text than there is memory; here each shared part is added up once.
class TextSize {
 public:
  // The longest parameter pack of the name: an expansion may repeat its pattern so often.
  explicit TextSize(std::uint64_t longest_pack) : longest_pack_(std::max<std::uint64_t>(1, longest_pack)) {}

  // Not less than the size of the text; endless, where that is too large or the tree has a cycle.
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
  // What a node may add of itself; the longest is std::basic_string with all its arguments.
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

using Parser = ItaniumParser<Arena>;

struct Buffer {
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { std::free(memory); }

  // What LLVM left of it.
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

// Only substitutions and template parameters (S0_, T_) repeat text, and packs (J…) may repeat what has them.
// The worst that some of them can do is to triple the text with every three; with few of them that is no
// danger, and need not be measured.
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

// What is left of a name without its parameters: a suffix of the compiler's still tells the part of it, if
// that is wanted.
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
  // LLVM's buffer grows by malloc; each thread keeps one, as long as it is not a large one.
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

// LLVM does not know what GCC makes for transactional memory. What it is a clone for GNU's tools say with its
// parameters, whatever is asked for.
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
