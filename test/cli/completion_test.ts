import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND_LINE } from "./_command_line.ts";
import { runInProcess } from "./_run_in_process.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "completion-"));
  const program = join(folder, "alphadelta");
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND_LINE}" "$@"\n`);
  await chmod(program, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("bash completes a command, its flags and their values", async () => {
  const { stdout: script } = await runInProcess(["completion", "bash"]);
  const ask = (words: string): string => `
COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _alphadelta; echo "\${COMPREPLY[*]}"`;
  const words = [
    "alphadelta val",
    'alphadelta api listBlocks --order ""',
    // As bash takes `--order=d` apart.
    "alphadelta api listBlocks --order = d",
    "alphadelta --chain delta api getB",
  ];
  const asked = words.map(ask).join("\n");
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { stdout } = await promisify(execFile)("bash", ["-c", script + asked], { env });
  expect(stdout).toBe("validators validator\nasc desc\ndesc\ngetBlock\n");
});

test.each(["zsh", "fish"])("%s asks the command itself", async (shell) => {
  const { stdout } = await runInProcess(["completion", shell]);
  expect(stdout).toContain("alphadelta __complete");
});

test("the examples of its help write each script where the shell reads it", async () => {
  const { stdout: help } = await runInProcess(["completion", "--help"]);
  const lines = [...help.matchAll(/^ +\$ (.*)$/gm)].map(([, line]) => line);
  const places = {
    bash: ".bashrc",
    zsh: "zsh/_alphadelta",
    fish: ".config/fish/completions/alphadelta.fish",
  };
  const folders = `mkdir -p ~/zsh ~/.config/fish/completions; fpath=("" ~/zsh)\n`;
  const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder };
  await promisify(execFile)("bash", ["-ec", folders + lines.join("\n")], { env });
  for (const [shell, place] of Object.entries(places)) {
    const { stdout: script } = await runInProcess(["completion", shell]);
    expect(await readFile(join(folder, place), "utf8"), shell).toBe(script);
  }
});
