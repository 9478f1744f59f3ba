# symkit_as_one(TARGET): with SYMKIT_UNITY all sources of the target are compiled as one, and the standard library's
# headers are read once for all targets: they are most of what a compiler reads for a source.
function(symkit_as_one target)
  if(SYMKIT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # GCC inlines into a unit until that has grown by two fifths; only one larger than this is meant to be held to it.
      target_compile_options(${target} PRIVATE --param=large-unit-insns=1000000)
      # Inlined that far, GCC 12 to 14 warn of texts that their own library puts together.
      target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
    endif()
    if(TARGET symkit_base AND NOT target STREQUAL symkit_base)
      target_precompile_headers(${target} REUSE_FROM symkit_base)
    else()
      target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/standard_headers.h)
    endif()
  endif()
endfunction()

# symkit_wing(NAME PURPOSE USES wing...): the rooms of lib/NAME. Purpose and wings are for docs/draw-house and tests/check/includes.
function(symkit_wing name)
  add_subdirectory(${name})
endfunction()

# symkit_room(NAME PURPOSE USES room... LIBRARIES target... ALONE file...): the library of a wing's folder NAME, made of every .cpp in it and its folders.
# The files after ALONE are compiled by themselves even with SYMKIT_UNITY: among many others GCC inlines less of their loops.
# The purpose is for people: docs/draw-house shows it.
# The rooms after USES are the only ones whose headers it may include; tests/check/includes holds it to that.
function(symkit_room name purpose)
  cmake_parse_arguments(ROOM "" "" "USES;LIBRARIES;ALONE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*/*.cpp)
  add_library(symkit_${name} STATIC ${sources})
  foreach(file ${ROOM_ALONE})
    set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/${name}/${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
  target_include_directories(symkit_${name} PUBLIC ${CMAKE_SOURCE_DIR}/lib)
  foreach(room ${ROOM_USES})
    target_link_libraries(symkit_${name} PUBLIC symkit_${room})
  endforeach()
  target_link_libraries(symkit_${name} PRIVATE ${ROOM_LIBRARIES})
  symkit_as_one(symkit_${name})
endfunction()

# symkit_tool(NAME [PACKAGE name] USES room...): the binary of tools/NAME; it is in the package symkit, or in one of its own.
function(symkit_tool name)
  cmake_parse_arguments(TOOL "" "PACKAGE" "USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/${name}/*.cpp)
  add_executable(${name} ${sources})
  foreach(room ${TOOL_USES})
    target_link_libraries(${name} PRIVATE symkit_${room})
  endforeach()
  target_link_libraries(${name} PRIVATE symkit_tools_common)
  symkit_as_one(${name})
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT SYMKIT_SANITIZE)
    # A tool lives for a millisecond: loading shared libraries would be a third of that.
    target_compile_options(${name} PRIVATE -fPIE)
    target_link_options(${name} PRIVATE -static-pie ${SYMKIT_PACKED_RELOCATIONS} ${SYMKIT_FIRST_FUNCTIONS})
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
      target_link_options(${name} PRIVATE -Wl,--undefined=symkit_entry -Wl,--entry=symkit_entry)
    endif()
    set_target_properties(${name} PROPERTIES LINK_DEPENDS "${SYMKIT_FIRST_FUNCTIONS_SCRIPT}")
  endif()
  if(TOOL_PACKAGE)
    set(component COMPONENT ${TOOL_PACKAGE} EXCLUDE_FROM_ALL)
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} ${component})
endfunction()
