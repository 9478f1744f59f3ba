// A map whose index is stored in parts: a position is looked up in its part, a source's text in the part
// that has it. The numbers within a part are translated to those of the whole map.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/sourcemap/indexed_map.h"
#include "answers/sourcemap/map.h"
#include "keep/index/part_source.h"

namespace symkit::sourcemap {

class PartedMap : public Map {
 public:
  // `path` is its name in messages. Errors do not include it.
  static Result<std::unique_ptr<PartedMap>> open(Bytes manifest, std::shared_ptr<index::PartSource> parts,
                                                 std::string path);

  const std::string& path() const override { return about_->path; }
  const std::string& generated_name() const override { return about_->generated_name; }
  const std::string& debug_id() const override { return about_->description.debug_id; }
  const std::vector<Section>& sections() const override { return about_->description.sections; }
  std::optional<Segment> find(Position position) const override;
  void visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const override;
  std::size_t source_count() const override { return about_->source_count; }
  std::string source_name(std::uint32_t source) const override;
  bool is_ignored(std::uint32_t source) const override;
  std::optional<std::string> content(std::uint32_t source) const override;
  std::string name(std::uint32_t number) const override;
  FunctionName function_at(Position position, const Segment& segment,
                           std::vector<InlinedCall>& calls) const override;
  std::optional<std::uint32_t> module_line(std::uint64_t module) const override;
  const Map* segment(std::string_view id) const override;
  std::unique_ptr<Map> twin() const override;

  const std::vector<std::string>& generated_names() const { return about_->description.generated_names; }

  void expect(Position position) const override { parts_.expect(part_at(position)); }
  void expect_content(std::uint32_t source) const override;
  const std::string& trouble() const override { return trouble_; }

 private:
  struct Part;
  using Parts = index::OpenParts<Part>;

  // The content of the manifest, shared by all twins.
  struct About {
    std::string path;
    index::source_map::MapDescription description;
    std::string generated_name;
    std::size_t source_count = 0;
    std::vector<Position> positions;          // where the parts with positions begin
    std::vector<std::uint32_t> named, texts;  // the first source of each of the other parts
    std::vector<std::uint32_t> module_lines;
    std::map<std::string, std::shared_ptr<const About>, std::less<>> pieces;
    std::vector<index::PartSeal> seals;

    bool read(const index::Envelope& manifest);
    Result<void> read_pieces(const index::Envelope& manifest);
  };
  struct KnownSource {
    std::string name;
    bool is_ignored = false;
  };

  PartedMap(std::shared_ptr<const About> about, std::shared_ptr<index::PartSource> source);
  static Result<std::shared_ptr<const About>> read(Bytes manifest, std::string path, bool may_have_pieces);
  static Result<std::unique_ptr<Part>> open_part(io::SharedBlob blob, const std::string& place);

  std::size_t part_at(Position position) const;
  std::size_t text_part(std::uint32_t source) const;
  std::shared_ptr<Part> part(std::size_t number) const;
  Segment told(Segment segment, std::size_t number, const Part& part) const;
  const KnownSource& known(std::uint32_t source) const;
  void learn_sources(const Part& part) const;

  std::shared_ptr<const About> about_;
  std::shared_ptr<index::PartSource> source_;
  mutable Parts parts_;
  mutable std::string trouble_;  // why the last lookup has no answer
  mutable std::unordered_map<std::uint32_t, KnownSource> sources_;
  mutable bool names_are_asked_ = false;
  std::map<std::string, std::unique_ptr<PartedMap>, std::less<>> pieces_;
};

}  // namespace symkit::sourcemap
