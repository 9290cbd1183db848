export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The completion script of a shell. It calls `shp __complete` with the words up to the cursor. */
export function script(shell: (typeof SHELLS)[number]): string {
  return { bash: BASH, zsh: ZSH, fish: FISH }[shell];
}

/** Bash shows no descriptions, and candidates must begin with the typed text. */
const BASH = `_shp() {
  local IFS=$'\\n' cur="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(shp __complete "\${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null | cut -f1))
  COMPREPLY=($(compgen -W "\${COMPREPLY[*]}" -- "$cur"))
}
complete -o default -F _shp shp
`;

const ZSH = `#compdef shp
_shp() {
  local -a lines values shown
  local line
  lines=("\${(@f)$(shp __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    values+=("\${line%%$'\\t'*}")
    if [[ -n "\${line#*$'\\t'}" ]]; then shown+=("\${line%%$'\\t'*}  -- \${line#*$'\\t'}")
    else shown+=("\${line%%$'\\t'*}"); fi
  done
  if (( \${#values} )); then compadd -l -d shown -a values
  else _files; fi
}
if [[ "$funcstack[1]" == _shp ]]; then _shp "$@"
else (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }; compdef _shp shp; fi
`;

const FISH = `function __shp_complete
    set -l found (shp __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c shp -f -a '(__shp_complete)'
`;
