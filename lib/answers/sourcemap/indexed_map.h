// A prepared map: reads the index file directly, and checks all of its content.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/sourcemap/buckets.h"
#include "answers/sourcemap/map.h"
#include "ground/io/blob.h"
#include "keep/index/envelope.h"
#include "keep/index/source_map_format.h"
#include "keep/index/strings.h"

namespace symkit::sourcemap {

using index::source_map::FunctionRecord;
using index::source_map::SourceRecord;

class IndexedMap : public Map {
 public:
  // `path` is its name in messages.
  static Result<std::unique_ptr<IndexedMap>> open(io::SharedBlob blob, std::string path);

  const std::string& path() const override { return path_; }
  const std::string& generated_name() const override { return generated_name_; }
  const std::string& debug_id() const override { return debug_id_; }
  const std::vector<Section>& sections() const override { return sections_; }
  std::optional<Segment> find(Position position) const override;
  void visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const override;
  std::size_t source_count() const override { return sources_.size() / sizeof(SourceRecord); }
  std::string source_name(std::uint32_t source) const override;
  bool is_ignored(std::uint32_t source) const override;
  std::optional<std::string> content(std::uint32_t source) const override;
  std::string name(std::uint32_t number) const override;
  FunctionName function_at(Position position, const Segment& segment,
                           std::vector<InlinedCall>& calls) const override;
  std::optional<std::uint32_t> module_line(std::uint64_t module) const override;
  const Map* segment(std::string_view id) const override;
  std::unique_ptr<Map> twin() const override;
  void expect_in_order(std::span<const Position> positions) const override;

  const std::vector<std::string>& generated_names() const { return generated_names_; }
  const ImageId& id() const { return envelope_.id(); }
  std::uint64_t source_stamp() const { return envelope_.source_stamp(); }

 private:
  template <class Visit>
  bool visit_bucket(std::size_t number, Visit visit) const;
  // `file`: the whole blob, or a piece of it.
  static Result<std::unique_ptr<IndexedMap>> open(Bytes file, io::SharedBlob blob, std::string path);
  Result<void> read_meta();
  Result<void> read_pieces();
  const FunctionName& function(std::uint32_t number) const;
  FunctionName read_function(std::uint32_t number) const;
  FunctionRecord function_record(std::uint32_t number) const;
  SourceRecord source_record(std::uint32_t number) const;
  std::string text(std::uint32_t number_from_one) const;

  io::SharedBlob blob_;
  Bytes file_;
  std::string path_;
  index::Envelope envelope_;
  std::string generated_name_;
  std::vector<std::string> generated_names_;
  std::string debug_id_;
  std::vector<Section> sections_;
  Buckets segments_;
  Buckets boundaries_;
  // Where a position's segment and function are: both are searched together, as one is usually needed
  // after the other.
  struct Spot {
    Position position;
    std::optional<std::size_t> segments, boundaries;  // buckets
    std::optional<std::uint32_t> function = {};       // none: there is none; nothing: not looked up yet
  };
  const Spot& spot_of(Position position) const;
  std::uint32_t function_number(const Spot& place) const;
  mutable std::vector<Spot> expected_;
  mutable std::size_t next_expected_ = 0;
  mutable Spot last_spot_;  // of the last position that was not announced
  mutable const Spot* last_ = nullptr;
  Bytes functions_;
  Bytes calls_;
  Bytes sources_;
  Bytes content_offsets_;
  Bytes contents_;
  Bytes module_lines_;
  index::StringTable strings_;
  std::map<std::string, std::unique_ptr<IndexedMap>, std::less<>> pieces_;
  // Functions used so far, by number, in blocks: only few blocks exist if few functions were used.
  void prefetch_function(std::uint32_t number) const;
  using FunctionBlock = std::array<std::optional<FunctionName>, 64>;
  mutable std::vector<std::unique_ptr<FunctionBlock>> known_functions_;
};

}  // namespace symkit::sourcemap
