import { Argument, Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";

/** Scripts for each shell; all of them call `alphadelta __complete` with the words so far. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_alphadelta() {
  local IFS=$'\\n'
  COMPREPLY=($(alphadelta __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _alphadelta alphadelta
`,
  zsh: `#compdef alphadelta
_alphadelta() {
  local -a found
  found=("\${(@f)$(alphadelta __complete "\${(@)words[2,CURRENT]}" 2>/dev/null | sed 's/:/\\\\:/g; s/\\t/:/')}")
  _describe alphadelta found || _files
}
compdef _alphadelta alphadelta
`,
  fish: `complete -c alphadelta -a '(alphadelta __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};

/** The command `completion`: prints what a shell completes by. */
export function completionCommand(terminal: Terminal): Command {
  const command = new Command("completion")
    .description("Print the completion script of a shell")
    .addArgument(new Argument("<shell>", "name of the shell").choices(Object.keys(SCRIPTS)))
    .action((shell: string) => void terminal.stdout.write(SCRIPTS[shell] ?? ""));
  return withExamples(
    command,
    "completion bash >> ~/.bashrc",
    'completion zsh > "${fpath[1]}/_alphadelta"',
    "completion fish > ~/.config/fish/completions/alphadelta.fish",
  );
}
