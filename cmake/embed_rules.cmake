# cmake -D FROM=FOLDER -D TO=FILE.cpp -P embed_rules.cmake: the rules of lib/reports/group/rules as C++: of each file the name, and the text as a raw string.
file(GLOB files ${FROM}/*.rules)
list(SORT files)
set(texts "")
foreach(file ${files})
  file(READ ${file} text)
  if(text MATCHES "\\)rules\"")
    message(FATAL_ERROR "${file} has the end of a raw string in it")
  endif()
  get_filename_component(name ${file} NAME)
  string(APPEND texts "    {\"${name}\", R\"rules(${text})rules\"},\n")
endforeach()
file(WRITE ${TO} "#include \"reports/group/standard_rules.h\"\n\n#include <array>\n\nnamespace symkit::group {
namespace {\n\nconstexpr std::array texts = std::to_array<StandardRules>({\n${texts}});\n\n}  // namespace\n
std::span<const StandardRules> standard_rules() { return texts; }\n\n}  // namespace symkit::group\n")
