# fish completion for symserve
complete -c symserve -f
complete -c symserve -l listen -x -d 'Where it can be reached: 127.0.0.1:8790'
complete -c symserve -l store -x -a '(__fish_complete_directories)' -d 'Indexes, or several stores'
complete -c symserve -l symbols -r -F -d 'Also files and folders in which debug files are'
complete -c symserve -l uploads -x -a '(__fish_complete_directories)' -d 'Keeps what is uploaded'
complete -c symserve -l keep-uploads -x -d 'For so long after the last use: 45d, 0'
complete -c symserve -l token-file -r -F -d 'Who may ask: lines "read TOKEN", "write TOKEN"'
complete -c symserve -l log -r -F -d 'A line of JSON for each request'
complete -c symserve -l allow-origin -x -d 'Web pages that may ask'
complete -c symserve -s j -l jobs -x -d 'So many logs at once'
complete -c symserve -l color -x -a 'auto always never' -d 'Use colours'
complete -c symserve -s h -l help -d 'Show help'
complete -c symserve -s V -l version -d 'Show the version'
