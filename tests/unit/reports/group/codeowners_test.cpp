#include "reports/group/codeowners.h"

#include <chrono>
#include <doctest/doctest.h>
#include <string>

using symkit::group::CodeOwners;
using symkit::group::fits_gitlab_path;
using symkit::group::fits_path;
using symkit::group::Forge;
using Owners = std::vector<std::string>;

TEST_CASE("GitHub's patterns are gitignore's") {
  CHECK(fits_path("src/a.cc", "*"));
  CHECK(fits_path("src/a.cc", "*.cc"));
  CHECK(fits_path("deep/src/a.cc", "a.cc"));
  CHECK_FALSE(fits_path("src/a.cc", "/a.cc"));
  CHECK(fits_path("a.cc", "/a.cc"));
  CHECK(fits_path("src/a.cc", "src/"));
  CHECK(fits_path("lib/src/a.cc", "src/"));
  CHECK_FALSE(fits_path("lib/src/a.cc", "/src/"));
  CHECK(fits_path("lib/src/a.cc", "lib/src"));
  CHECK_FALSE(fits_path("x/lib/src/a.cc", "lib/src"));
  CHECK(fits_path("x/y/a.cc", "x/**/a.cc"));
  CHECK(fits_path("x/a.cc", "x/**/a.cc"));
  CHECK(fits_path("x/y/z/a.cc", "**/z/"));
  CHECK(fits_path("docs/a.md", "docs/*"));
  CHECK_FALSE(fits_path("docs/in/a.md", "docs/*"));
  CHECK(fits_path("docs/in/a.md", "docs/**"));
  CHECK(fits_path("a1.cc", "a?.cc"));
  CHECK_FALSE(fits_path("a/.cc", "a?.cc"));
  CHECK_FALSE(fits_path("apps2/a", "apps"));
  CHECK(fits_path("apps/a", "apps"));
  // A star that is not all of a part may stand for a folder's name.
  for (const char* path : {"foo", "foo/bar", "foo/bar/baz", "bar/foo", "bar/foo/baz"})
    CHECK(fits_path(path, "f*"));
  CHECK_FALSE(fits_path("xfoo", "f*"));
  CHECK(fits_path("foo/bar/baz", "/f*"));
  CHECK_FALSE(fits_path("bar/foo", "/f*"));
  CHECK(fits_path("foo", "/*"));
  CHECK_FALSE(fits_path("foo/bar", "/*"));
  CHECK(fits_path("foo/bar", "/*/"));
  CHECK(fits_path("bar/foo/baz", "f*/"));
  CHECK_FALSE(fits_path("foo", "f*/"));
  CHECK_FALSE(fits_path("foo", "foo/"));
  CHECK_FALSE(fits_path("foo/bar", "foo/bar/**"));
  CHECK(fits_path("foo/x/y/bar/baz", "foo/**/bar"));
  CHECK(fits_path("foo/bar/baz", "foo/**/"));
  CHECK(fits_path("foo/x/bar/baz", "foo/**/bar/b*"));
  CHECK_FALSE(fits_path("foo/x/bar/qux", "foo/**/bar/b*"));
  CHECK(fits_path("foo/barrio", "**/*bar*"));
  CHECK(fits_path("f*o", "f\\*o"));
  CHECK_FALSE(fits_path("foo", "f\\*o"));
  CHECK_FALSE(fits_path("foo", "/"));
}

TEST_CASE("GitHub: the last line that fits decides, and one without owners clears") {
  const CodeOwners owners = CodeOwners::of(R"(# all
*        @all
*.cc     @cpp ops@example.com  # and a comment
/vendor/
with\ blank/ @blank
*.cc     @cpp nobody
/build/  @cpp a@b@c
!*.cc        @nobody
\#a.cc      @nobody
[abc].cc     @nobody
)",
                                           Forge::GitHub);
  CHECK(owners.owners_of("a.py") == Owners{"@all"});
  CHECK(owners.owners_of("src/a.cc") == Owners{"@cpp", "ops@example.com"});
  CHECK(owners.owners_of("/src/a.cc") == Owners{"@cpp", "ops@example.com"});
  CHECK(owners.owners_of("vendor/a.cc").empty());
  CHECK(owners.owners_of("build/a.txt") ==
        Owners{"@all"});  // lines with a word that is no owner are not read
  CHECK(owners.owners_of("with blank/a") == Owners{"@blank"});
}

TEST_CASE("GitLab: each section is judged by itself") {
  const CodeOwners owners = CodeOwners::of(R"(* @root
[Docs][2] @writers
docs/
README.md @lead
^[Optional] @maybe
*.cc
[DOCS]
*.rst @rst
[Ruby] @ruby
*.rb
!/config/**/*.rb
\#a.md @hash
*.txt @text
notes/*.txt nobody @lead
other/*.txt nobody
[Roles]
/lib/[a-c]?.cc @@maintainer
)",
                                           Forge::GitLab);
  CHECK(owners.owners_of("docs/a.md") == Owners{"@root", "@writers"});
  CHECK(owners.owners_of("README.md") == Owners{"@root", "@lead"});
  CHECK(owners.owners_of("docs/a.rst") == Owners{"@root", "@rst"});
  CHECK(owners.owners_of("src/a.cc") == Owners{"@root", "@maybe"});
  CHECK(owners.owners_of("a.rb") == Owners{"@root", "@ruby"});
  CHECK(owners.owners_of("config/x/a.rb") == Owners{"@root"});
  CHECK(owners.owners_of("x/#a.md") == Owners{"@root", "@hash"});
  CHECK(owners.owners_of("a.txt") == Owners{"@root", "@text"});
  CHECK(owners.owners_of("notes/a.txt") == Owners{"@root", "@lead"});
  CHECK(owners.owners_of("other/a.txt") == Owners{"@root"});
  CHECK(owners.owners_of("lib/bz.cc") == Owners{"@root", "@maybe", "@@maintainer"});
}

TEST_CASE("GitLab's patterns are those of Ruby's fnmatch, from any folder where no slash begins them") {
  CHECK(fits_gitlab_path("src/a.cc", "*"));
  CHECK(fits_gitlab_path(".a/.b", "*"));
  CHECK(fits_gitlab_path("deep/src/a.cc", "a.cc"));
  CHECK(fits_gitlab_path("a.cc", "a.cc"));
  CHECK_FALSE(fits_gitlab_path("src/a.cc", "/a.cc"));
  CHECK(fits_gitlab_path("x/lib/src/a.cc", "lib/src/"));
  CHECK(fits_gitlab_path("x/lib/src/a.cc", "src/*.cc"));
  CHECK_FALSE(fits_gitlab_path("lib/src/a.cc", "lib/src"));  // a file of that name
  CHECK_FALSE(fits_gitlab_path("x/lib/src/a.cc", "/lib/src/"));
  CHECK(fits_gitlab_path("docs/in/a.md", "/docs/"));
  CHECK(fits_gitlab_path("docs/a.md", "/docs/*"));
  CHECK_FALSE(fits_gitlab_path("docs/in/a.md", "/docs/*"));
  CHECK_FALSE(fits_gitlab_path("docs/in/a.md", "/docs/**"));
  CHECK(fits_gitlab_path("docs/in/deep/a.md", "/docs/**/*.md"));
  CHECK(fits_gitlab_path("docs/a.md", "/docs/**/*.md"));
  CHECK_FALSE(fits_gitlab_path("docs/a.md", "/doc**/a.txt"));
  CHECK(fits_gitlab_path("docs/a.md", "/doc**/a.md"));
  CHECK(fits_gitlab_path("b7.cc", "[a-c][!0-5].cc"));
  CHECK_FALSE(fits_gitlab_path("b3.cc", "[a-c][!0-5].cc"));
  CHECK_FALSE(fits_gitlab_path("a/b", "a[/]b"));
  CHECK_FALSE(fits_gitlab_path("[a", "[a"));
  CHECK(fits_gitlab_path("[a", "\\[a"));
  CHECK(fits_gitlab_path("]", "[]]"));
}

TEST_CASE("a pattern cannot take long") {
  std::string pattern, path;
  for (int i = 0; i < 200; ++i) {
    pattern += "*a";
    path += "aaaaaaaa";
  }
  CHECK_FALSE(fits_path(path + "b", pattern + "c"));
  CHECK_FALSE(fits_gitlab_path(path + "b", pattern + "c"));
  std::string folders, deep;
  for (int i = 0; i < 200; ++i) {
    folders += "**/a/";
    deep += "a/a/a/a/";
  }
  CHECK_FALSE(fits_gitlab_path(deep + "b", folders + "c"));
}

TEST_CASE("work grows with the sizes of the path, of the pattern and of the file") {
  const auto begun = std::chrono::steady_clock::now();
  const std::string path(2000, 'a'), folders = [] {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "a/";
    return text;
  }();
  std::string stars, both, parts, sections;
  for (int i = 0; i < 1000; ++i) {
    stars += "*a";
    both += "**a";
    parts += "**/a/";
  }
  for (const std::string* pattern : {&stars, &both, &parts}) {
    CHECK_FALSE(fits_path(path, *pattern + "b"));
    CHECK_FALSE(fits_gitlab_path(folders, *pattern + "b"));
    CHECK_FALSE(fits_gitlab_path(path, *pattern + "b"));
  }
  for (int i = 0; i < 100'000; ++i)
    sections += "[s" + std::to_string(i) + "] @o" + std::to_string(i) + "\n*\n";
  CHECK(CodeOwners::of(sections, Forge::GitLab).owners_of("a").size() == 100'000);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
}
