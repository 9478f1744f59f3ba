// A map read from its JSON. Functions are searched when a name is first needed, and only where necessary:
// in the generated file next to the map, or in one source.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "answers/sourcemap/function_map.h"
#include "answers/sourcemap/js_functions.h"
#include "answers/sourcemap/map.h"
#include "answers/sourcemap/original_text.h"
#include "answers/sourcemap/script.h"
#include "answers/sourcemap/source_map.h"

namespace symkit::sourcemap {

class Scopes;

class ParsedMap : public Map {
 public:
  struct About {
    std::string path;
    std::string generated_name;                // its file, if the map does not record it
    std::string debug_id;                      // of the generated file, if the map has none
    std::shared_ptr<Script> script = nullptr;  // the generated file; null: not available
  };

  ParsedMap(const std::shared_ptr<const SourceMap>& map, About about);
  ~ParsedMap() override;

  const std::string& path() const override { return about_.path; }
  const std::string& generated_name() const override { return about_.generated_name; }
  const std::string& debug_id() const override { return about_.debug_id; }
  const std::vector<Section>& sections() const override { return sections_; }
  std::optional<Segment> find(Position position) const override { return map_->find(position); }
  void visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const override;
  std::size_t source_count() const override { return map_->sources().size(); }
  std::string source_name(std::uint32_t source) const override;
  bool is_ignored(std::uint32_t source) const override;
  std::optional<std::string> content(std::uint32_t source) const override;
  std::string name(std::uint32_t number) const override;
  FunctionName function_at(Position position, const Segment& segment,
                           std::vector<InlinedCall>& calls) const override;
  std::optional<std::uint32_t> module_line(std::uint64_t module) const override {
    return map_->module_line(module);
  }
  const Map* segment(std::string_view id) const override;
  std::unique_ptr<Map> twin() const override;

  const Script* script() const { return about_.script.get(); }
  const SourceMap& source_map() const { return *map_; }
  // The functions of the generated file; null if it is not available.
  const JsFunctions* generated_functions() const {
    return about_.script == nullptr ? nullptr : about_.script->functions();
  }

  // What determines the result of function_at(): positions with equal keys have equal functions.
  struct FunctionKey {
    std::uint32_t kind = 0;
    std::uint32_t source = 0;
    std::uint32_t index = 0;
    auto operator<=>(const FunctionKey&) const = default;
  };
  FunctionKey function_key(Position position, const Segment& segment) const;
  // Positions, besides segments, where the function may change: begins and ends of generated functions,
  // and of source functions within a range mapping.
  std::vector<Position> function_boundaries() const;

 private:
  ParsedMap(std::shared_ptr<const SourceMap> map, About about, std::shared_ptr<const Scopes> scopes,
            std::shared_ptr<OriginalTexts> texts);

  // A generated function: its original name, and its beginning in the sources.
  struct Generated {
    std::optional<FunctionName> name;  // nothing: not looked up yet
    std::uint32_t source = none;       // none: the map does not have it
    Position begin;
    const JsFunctions* searched = nullptr;
    const JsFunction* same = nullptr;  // the same function in the source, among those searched
  };
  void add_boundaries_in_ranges(std::vector<Position>& all) const;
  Generated& generated(const JsFunction& function) const;
  const FunctionName& generated_name(const JsFunction& function) const;
  const FunctionMap& function_map_of(std::uint32_t source) const;
  FunctionName from_function_map(const Segment& segment) const;
  static FunctionName from_original(const JsFunctions& functions, const JsFunction* found);

  // The function in the script, the one in the source, and which of them is used.
  struct Candidates {
    const JsFunction* generated = nullptr;
    const JsFunctions* originals = nullptr;
    const JsFunction* original = nullptr;
    bool believes_original = false;
    bool is_settled = false;  // the source confirms the script's function
    bool is_known = true;     // false: the map is too coarse to decide

    bool has_no_generated_name() const { return generated != nullptr && generated->token_count == 0; }
    // Whether a compiler that rewrote a computed member gave the function a name, function t() {}.
    bool has_other_generated_name() const {
      return generated != nullptr && generated->has_own_name && original != nullptr &&
             original->is_computed && !original->has_own_name;
    }
  };
  enum class Scan : std::uint8_t { Near, All };
  Candidates candidates(Position position, const Segment& segment, Scan scan) const;
  void choose(Candidates& both, const Segment& segment) const;
  bool is_settled(const JsFunction& function, const Segment& segment) const;
  const FunctionName& original_name(const Candidates& both) const;
  FunctionName name_in_script(const JsFunction& function) const;
  std::optional<std::string> original_token(const NameToken& token) const;
  const OriginalText* text_of(std::uint32_t source) const;
  bool asks_little() const { return pieces_read_ < 16; }
  bool may_read_piece(std::map<std::uint32_t, unsigned>& read, std::uint32_t source) const;
  std::string identifier_in(std::uint32_t source, Position position) const;

  std::shared_ptr<const SourceMap> map_;
  About about_;
  std::vector<Section> sections_;
  mutable std::vector<std::unique_ptr<Generated>> generated_;
  mutable std::unordered_map<const JsFunction*, FunctionName> original_names_;
  std::shared_ptr<OriginalTexts> texts_;
  mutable std::vector<const OriginalText*> known_texts_;  // by source; null: not needed yet
  // How many pieces of sources were read separately: by source, and in all.
  mutable std::map<std::uint32_t, unsigned> heads_read_, words_read_;
  mutable unsigned pieces_read_ = 0;
  // Where functions were found last: an index writer looks up successive positions.
  struct Near {
    std::size_t generated = 0, at_segment = 0, original = 0;
  };
  mutable Near near_;
  mutable std::map<std::uint32_t, FunctionMap> function_maps_;
  mutable std::map<std::string, std::unique_ptr<ParsedMap>, std::less<>> segments_;
  std::shared_ptr<const Scopes> scopes_;  // null: the map has none
};

// Makes a function's name from its tokens: shared by all users of the JavaScript scanner.
FunctionName named(const JsFunction& function, const std::vector<std::string>& tokens, NameOrigin origin);

}  // namespace symkit::sourcemap
