import { spawn } from "node:child_process";

/** Runs a program to its end and gives what it printed; rejects with what it complained of. */
export function runProcess(
  command: string,
  args: readonly string[],
  { cwd, timeout = 300_000 }: { readonly cwd?: string; readonly timeout?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...(cwd !== undefined && { cwd }), timeout });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) return resolve(stdout);
      const end = `${command} ended with ${code ?? signal}`;
      reject(new Error([end, stderr.trim().slice(-4_000), stdout.slice(-1_000)].join("\n")));
    });
  });
}
