// The paths of a line program's files: numbers from 0 or 1, folders, absolute and relative, of other systems.
#include "files/dwarf/line_table.h"
#include "support.h"
#include "support/synth_lines.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

// What path_of says of files 0, 1, 2 …, for a unit compiled in /build.
Lines paths_of(SynthDwarf& dwarf, SynthLines& lines, const char* folder = "/build") {
  const std::uint64_t offset = lines.finish();
  dwarf.begin_unit();
  dwarf.entry(DW_TAG_compile_unit,
              {{DW_AT_stmt_list, dwarf.form.wide ? DW_FORM_data8 : DW_FORM_data4, offset},
               {DW_AT_comp_dir, DW_FORM_string, folder}});
  dwarf.end_unit();
  const OpenedDwarf opened(dwarf);
  LineTable table;
  table.read(opened.unit(), offset);
  Lines paths;
  for (std::uint32_t file = 0; file < table.file_limit(); ++file) paths.push_back(table.path_of(file));
  CHECK(table.path_of(table.file_limit()).empty());
  CHECK(table.path_of(0x7fffffff).empty());
  return paths;
}

}  // namespace

TEST_CASE("before version 5 files and folders count from 1, and folder 0 is where it was compiled") {
  for (const DwarfForm& form : dwarf_forms()) {
    if (form.version == 5) continue;
    CAPTURE(describe(form));
    SynthDwarf dwarf(form);
    SynthLines lines(dwarf);
    lines.folders = {"src", "/usr/include", "../up"};
    lines.files = {{"main.c", 0}, {"a.c", 1}, {"stdio.h", 2}, {"b.c", 3}, {"/abs/c.c", 1}, {"lost.c", 9}};
    CHECK(paths_of(dwarf, lines) == Lines{"", "/build/main.c", "/build/src/a.c", "/usr/include/stdio.h",
                                          "/build/../up/b.c", "/abs/c.c", "/build/lost.c"});
  }
}

TEST_CASE("in version 5 both count from 0, and folder 0 is written out") {
  for (const DwarfForm& form : dwarf_forms()) {
    if (form.version != 5) continue;
    CAPTURE(describe(form));
    SynthDwarf dwarf(form);
    SynthLines lines(dwarf);
    lines.folders = {"/elsewhere", "src", "/usr/include"};
    lines.files = {{"main.c", 0}, {"main.c", 0}, {"a.c", 1}, {"stdio.h", 2}, {"/abs/c.c", 1}};
    CHECK(paths_of(dwarf, lines) == Lines{"/elsewhere/main.c", "/elsewhere/main.c", "/build/src/a.c",
                                          "/usr/include/stdio.h", "/abs/c.c"});
  }
}

TEST_CASE("version 5: every form of a path and of a folder's number, with contents that are stepped over") {
  for (const Form path : {DW_FORM_string, DW_FORM_strp, DW_FORM_line_strp}) {
    for (const Form folder : {DW_FORM_data1, DW_FORM_data2, DW_FORM_udata}) {
      for (const bool wide : {false, true}) {
        SynthDwarf dwarf({.version = 5, .wide = wide});
        SynthLines lines(dwarf);
        lines.folders = {"/build", "src"};
        lines.files = {{"main.c", 0}, {"a.c", 1}};
        lines.folder_format = {{DW_LNCT_path, path}};
        constexpr unsigned size = 3, time = 4, md5 = 5, somebody_else = 0x2001;
        lines.file_format = {{md5, DW_FORM_data16}, {DW_LNCT_path, path},
                             {time, DW_FORM_data4}, {DW_LNCT_directory_index, folder},
                             {size, DW_FORM_udata}, {somebody_else, DW_FORM_block1}};
        CHECK(paths_of(dwarf, lines) == Lines{"/build/main.c", "/build/src/a.c"});
      }
    }
  }
}

TEST_CASE("DW_LNE_define_file adds a file") {
  SynthDwarf dwarf({.version = 3});
  SynthLines lines(dwarf);
  lines.folders = {"src"};
  lines.files = {{"a.c", 1}};
  lines.define_file("late.c", 1).set_address(0x1000).set_file(2).row(4).end_sequence(4);
  CHECK(paths_of(dwarf, lines) == Lines{"", "/build/src/a.c", "/build/src/late.c"});
}

TEST_CASE("paths of Windows builds are absolute too") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.folders = {"C:\\src", "c:/src", "\\\\server\\share"};
  lines.files = {{"a.c", 1}, {"b.c", 2}, {"c.c", 3}, {"D:\\d.c", 1}, {"\\\\server\\e.c", 2}, {"x:y.c", 0}};
  CHECK(paths_of(dwarf, lines) == Lines{"", "C:\\src/a.c", "c:/src/b.c", "\\\\server\\share/c.c", "D:\\d.c",
                                        "\\\\server\\e.c", "/build/x:y.c"});
}

TEST_CASE("parts of a path are joined by one slash") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.folders = {"src/"};
  lines.files = {{"a.c", 1}, {"b.c", 0}};
  CHECK(paths_of(dwarf, lines, "/build/") == Lines{"", "/build/src/a.c", "/build/b.c"});
}

TEST_CASE("names that cannot be read leave the lines as they are") {
  SynthDwarf dwarf({.version = 5});
  SynthLines lines(dwarf);
  lines.folders = {"/build"};
  lines.files = {{"a.c", 0}};
  lines.file_format = {{DW_LNCT_path, static_cast<Form>(0x7d)}};
  lines.set_address(0x1000).row(4).row(9, 4).end_sequence(4);
  const std::uint64_t offset = lines.finish();
  dwarf.begin_unit().entry(DW_TAG_compile_unit).end_unit();
  const OpenedDwarf opened(dwarf);
  LineTable table;
  table.read(opened.unit(), offset);
  REQUIRE(table.sequences().size() == 1);
  CHECK(table.rows(table.sequences()[0]).size() == 2);
  CHECK(table.rows(table.sequences()[0])[1].line == 9);
}

TEST_CASE("a path longer than any file system has is none") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{std::string(100000, 'x'), 0}, {"a.c", 0}};
  CHECK(paths_of(dwarf, lines) == Lines{"", "", "/build/a.c"});
}
