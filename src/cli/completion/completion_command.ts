import { Argument } from "commander";
import { command } from "../command.ts";

/** Scripts for each shell; all of them call `alphadelta __complete` with the words so far. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_alphadelta() {
  local IFS=$'\\n'
  COMPREPLY=($(alphadelta __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _alphadelta alphadelta
`,
  // Loaded from $fpath, the file itself is called for the first completion.
  zsh: `#compdef alphadelta
_alphadelta() {
  local -a found
  local word text
  alphadelta __complete "\${(@)words[2,CURRENT]}" 2>/dev/null | while IFS=$'\\t' read -r word text; do
    found+=("\${word//:/\\\\:}\${text:+:$text}")
  done
  if (( $#found )); then _describe alphadelta found; else _files; fi
}
if [[ $funcstack[1] == _alphadelta ]]; then _alphadelta "$@"; else compdef _alphadelta alphadelta; fi
`,
  fish: `function __alphadelta_complete
  set -l found (alphadelta __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c alphadelta -f -a '(__alphadelta_complete)'
`,
};

export const completion = command({
  hasOwnFormat: true,
  arguments: [new Argument("<shell>", "name of the shell").choices(Object.keys(SCRIPTS))],
  examples: [
    "completion bash >> ~/.bashrc",
    'completion zsh > "${fpath[1]}/_alphadelta"',
    "completion fish > ~/.config/fish/completions/alphadelta.fish",
  ],
  run: ({ terminal }, shell: string) => terminal.stdout.text(SCRIPTS[shell] ?? ""),
});
