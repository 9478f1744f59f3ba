# fish completion for symlookup
set -l architectures 'arm64 arm64e arm64_32 armv7 armv7s armv7k x86_64 x86_64h x86'

complete -c symlookup -f
complete -c symlookup -s o -l object -r -F -d 'dSYM, Mach-O, ELF or index'
complete -c symlookup -o arch -l arch -x -a $architectures -d 'The slice of a fat file'
complete -c symlookup -s l -l load-address -x -d 'Where the image was loaded'
complete -c symlookup -s s -l slide -x -d 'By how much the image was moved'
complete -c symlookup -o offset -l offset -d 'Addresses are offsets from the start of the image'
complete -c symlookup -s i -l inlines -d 'Inlined functions too, innermost first'
complete -c symlookup -o fullPath -l full-path -d 'Whole paths of source files'
complete -c symlookup -s d -l delimiter -x -d 'Text between inlined functions'
complete -c symlookup -s f -l file -r -F -d 'Read addresses from this file'
complete -c symlookup -l store -x -a '(__fish_complete_directories)' -d 'Where indexes are kept'
complete -c symlookup -l format -x -a 'atos llvm json' -d 'Form of the output'
complete -c symlookup -l summary -d 'Say at the end how many were resolved'
complete -c symlookup -l color -x -a 'auto always never' -d 'Use colours'
complete -c symlookup -s h -l help -d 'Show help'
complete -c symlookup -s V -l version -d 'Show the version'
