// Short descriptions of the sections of indexes; docs/index-format.md has all details.
#pragma once

#include <cstdint>
#include <string_view>

#include "keep/index/envelope.h"

namespace symkit::symprep {

struct SectionWords {
  index::Kind kind;
  std::uint32_t tag;
  std::string_view words;
};

inline constexpr SectionWords section_words[] = {
    {index::Kind::Native, index::tag("META"), "the image: name, architecture, counts"},
    {index::Kind::Native, index::tag("STRT"), "where blocks of functions begin"},
    {index::Kind::Native, index::tag("BOFF"), "where blocks are"},
    {index::Kind::Native, index::tag("DIRS"), "where pieces of functions are in blocks"},
    {index::Kind::Native, index::tag("BLKS"), "functions: their lines and inlined calls"},
    {index::Kind::Native, index::tag("FILE"), "files"},
    {index::Kind::Native, index::tag("STRS"), "names and paths"},
    {index::Kind::Native, index::tag("SOFF"), "where names are"},
    {index::Kind::Native, index::tag("SIGT"), "signal trampolines"},
    {index::Kind::Native, index::tag("SEGM"), "segments of code"},
    {index::Kind::Native, index::tag("FOLD"), "ranges that several functions share"},
    {index::Kind::Native, index::tag("FMEM"), "functions that share ranges"},
    {index::Kind::Native, index::tag("FIDX"), "their lines and inlined calls"},
    {index::Kind::Native, index::tag("CALL"), "call sites"},
    {index::Kind::Native, index::tag("CGRP"), "where call sites are"},
    {index::Kind::Native, index::tag("DECL"), "where functions are declared"},
    {index::Kind::Native, index::tag("SHRT"), "short names of functions"},
    {index::Kind::Native, index::tag("DISC"), "discriminators"},
    {index::Kind::Native, index::tag("DGRP"), "where discriminators are"},
    {index::Kind::Native, index::tag("INLB"), "where inlined code begins"},
    {index::Kind::Native, index::tag("IGRP"), "where those beginnings are"},
    {index::Kind::Native, index::tag("ROOT"), "folders that compilers ran in"},
    {index::Kind::Native, index::tag("VARS"), "variables"},
    {index::Kind::Unwind, index::tag("META"), "the image: name, architecture, counts"},
    {index::Kind::Unwind, index::tag("UNWD"), "how the frames of functions are left"},
    {index::Kind::Mapping, index::tag("MMET"), "the mapping: id, counts"},
    {index::Kind::Mapping, index::tag("MCLH"), "hashes of classes"},
    {index::Kind::Mapping, index::tag("MCLR"), "classes"},
    {index::Kind::Mapping, index::tag("MSFH"), "hashes of names with source files"},
    {index::Kind::Mapping, index::tag("MSFN"), "source files"},
    {index::Kind::Mapping, index::tag("MBOD"), "methods and fields"},
    {index::Kind::Mapping, index::tag("MSHP"), "types and arguments"},
    {index::Kind::Mapping, index::tag("MSTG"), "names"},
    {index::Kind::Mapping, index::tag("MSTO"), "where names are"},
    {index::Kind::SourceMap, index::tag("META"), "the map: scripts, id, counts"},
    {index::Kind::SourceMap, index::tag("SKEY"), "where groups of segments begin"},
    {index::Kind::SourceMap, index::tag("SOFF"), "where groups of segments are"},
    {index::Kind::SourceMap, index::tag("SEGS"), "segments"},
    {index::Kind::SourceMap, index::tag("FKEY"), "where groups of functions begin"},
    {index::Kind::SourceMap, index::tag("FOFF"), "where groups of functions are"},
    {index::Kind::SourceMap, index::tag("FBND"), "where functions begin and end"},
    {index::Kind::SourceMap, index::tag("FUNC"), "functions"},
    {index::Kind::SourceMap, index::tag("CALL"), "inlined calls"},
    {index::Kind::SourceMap, index::tag("SRCS"), "sources"},
    {index::Kind::SourceMap, index::tag("COFF"), "where the texts of sources are"},
    {index::Kind::SourceMap, index::tag("CONT"), "the texts of sources, compressed"},
    {index::Kind::SourceMap, index::tag("MODL"), "lines of modules"},
    {index::Kind::SourceMap, index::tag("PIEC"), "further segments of Metro"},
    {index::Kind::SourceMap, index::tag("STRS"), "names and paths"},
    {index::Kind::SourceMap, index::tag("STOF"), "where names are"},
    {index::Kind::Manifest, index::tag("PART"), "parts with code"},
    {index::Kind::Manifest, index::tag("NAMP"), "parts with names"},
};

constexpr std::string_view words_for(index::Kind kind, std::uint32_t tag) {
  for (const SectionWords& one : section_words)
    if (one.kind == kind && one.tag == tag) return one.words;
  return "";
}

}  // namespace symkit::symprep
