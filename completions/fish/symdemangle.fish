# fish completion for symdemangle
complete -c symdemangle -f
complete -c symdemangle -l simplified -d 'Short Swift names, as Xcode shows them'
complete -c symdemangle -l no-params -d 'Names without parameters and results'
complete -c symdemangle -l format -x -a 'text json' -d 'Form of the output'
complete -c symdemangle -l summary -d 'Report at the end how many names were demangled'
complete -c symdemangle -l color -x -a 'auto always never' -d 'Use colours'
complete -c symdemangle -s h -l help -d 'Show help'
complete -c symdemangle -s V -l version -d 'Show the version'
