import { arch, platform } from "node:os";
import { runProcess } from "./run_process.ts";

/** The program of a version of Node, such as `22` or `22.13.0`: the one that runs this, or one that npm fetches. */
export async function findNode(version: string): Promise<string> {
  if (`${process.versions.node}.`.startsWith(`${version}.`)) return process.execPath;
  const fetched = ["-y", "-p", `${packageOfNode()}@${version}`, "--", "node"];
  return (await runProcess("npx", [...fetched, "-p", "process.execPath"])).trim();
}

/** The package that holds the program for this machine. The package `node` fetches the same by a script, which npm may refuse. */
function packageOfNode(): string {
  const system = platform() === "win32" ? "win" : platform();
  const machine = `${system}-${arch()}`;
  return machine === "darwin-arm64" ? `node-bin-${machine}` : `node-${machine}`;
}
