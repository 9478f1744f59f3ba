# What `cmake --install` and the Debian package put where. The binaries are installed by symkit_tool().
set(left_out PATTERN "*symserve*" EXCLUDE)
install(DIRECTORY man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING ${left_out} PATTERN "*.1")
install(DIRECTORY completions/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions ${left_out})
install(DIRECTORY completions/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions ${left_out})
install(DIRECTORY completions/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${left_out})
# Names under which others call symlookup, a package of their own: docs/drop-in.md.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/dropin)
set(dropin COMPONENT symkit-dropin EXCLUDE_FROM_ALL)
foreach(name llvm-symbolizer llvm-addr2line addr2line c++filt llvm-cxxfilt swift-demangle atos ndk-stack retrace)
  set(tool symlookup)
  if(name STREQUAL retrace)
    set(tool retrace)
  endif()
  file(CREATE_LINK ../../../${CMAKE_INSTALL_BINDIR}/${tool} ${CMAKE_BINARY_DIR}/dropin/${name} SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/dropin/${name} DESTINATION lib/symkit/bin ${dropin})
endforeach()
install(FILES LICENSE docs/drop-in.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/symkit-dropin ${dropin})
install(DIRECTORY systemd/ DESTINATION lib/systemd/user FILES_MATCHING PATTERN system EXCLUDE PATTERN "*.service")
# The service, a package of its own: docs/service.md.
if(SYMKIT_SERVICE)
  set(serve COMPONENT symkit-serve EXCLUDE_FROM_ALL)
  install(FILES man/symserve.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 ${serve})
  install(FILES completions/bash/symserve DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions ${serve})
  install(FILES completions/zsh/_symserve DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions ${serve})
  install(FILES completions/fish/symserve.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${serve})
  install(FILES systemd/system/symserve.service DESTINATION lib/systemd/system ${serve})
  install(FILES LICENSE docs/service.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/symkit-serve ${serve})
  install(DIRECTORY proto DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/symkit-serve ${serve})
endif()
foreach(document README.md LICENSE CHANGELOG.md)
  if(EXISTS ${CMAKE_SOURCE_DIR}/${document})
    install(FILES ${document} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/symkit)
  endif()
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME symkit)
set(CPACK_PACKAGE_VENDOR "the symkit authors")
set(CPACK_PACKAGE_CONTACT "symkit maintainers <maintainers@users.noreply.a-seed-7c55ac83.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "makes crash logs readable")
set(CPACK_PACKAGE_DESCRIPTION
    "symkit turns the addresses in crash logs of iOS, Android and Linux programs back
into functions, source files and lines, on Linux and without Apple's tools.
.
symprep prepares debug information (dSYM bundles, Mach-O, ELF) once;
symlookup answers from that at once, in the way of atos or llvm-symbolizer;
retrace and smapresolve do so for Java that R8 renamed and for minified JavaScript;
symdemangle makes mangled names readable, those of Swift among them;
syminfo tells what a file has to answer with;
symprof names the functions in profiles;
symcore prints the stacks in core files;
symstore looks after the stores in which all that is kept;
symgroup tells which of many crashes are the same.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# A package of that name has a /usr/bin/retrace of its own.
set(CPACK_DEBIAN_PACKAGE_CONFLICTS retrace)
# What symkit-fetch loads; all else does without.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libcurl4 | libcurl3-gnutls, ca-certificates")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian.cmake)
include(CPack)

if(TARGET symtrace)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/trace_package.cmake.in ${CMAKE_BINARY_DIR}/CPackTraceConfig.cmake @ONLY)
endif()
if(SYMKIT_SERVICE)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/serve_package.cmake.in ${CMAKE_BINARY_DIR}/CPackServeConfig.cmake @ONLY)
endif()
configure_file(${CMAKE_SOURCE_DIR}/cmake/dropin_package.cmake.in ${CMAKE_BINARY_DIR}/CPackDropinConfig.cmake @ONLY)
