# cmake -D FROM=FOLDER -D TO=FILE.cpp -P embed_page.cmake: symleak's page as C++. Raw strings have a limit in
# some compilers, which the files are far below of.
foreach(part html css js)
  file(READ ${FROM}/page.${part} ${part})
  if(${part} MATCHES "\\)page\"")
    message(FATAL_ERROR "page.${part} has the end of a raw string in it")
  endif()
endforeach()
file(WRITE ${TO} "#include \"symleak/page.h\"\n\nnamespace symkit::symleak {\n\nconst Page page = {R\"page(${html})page\", R\"page(${css})page\",
                   R\"page(${js})page\"};\n\n}  // namespace symkit::symleak\n")
