# cmake -D FROM=FILE -D TO=FILE.cpp -D HEADER=ROOM/NAME.h -D NAME=symkit::room::name -P embed_text.cmake: a text as C++,
# the std::string_view that the header declares.
file(READ ${FROM} text)
if(text MATCHES "\\)text\"")
  message(FATAL_ERROR "${FROM} has the end of a raw string in it")
endif()
file(WRITE ${TO} "#include \"${HEADER}\"\n\nconst std::string_view ${NAME} = R\"text(${text})text\";\n")
