import { type ChildProcess, spawn } from "node:child_process";

import { installRivals } from "./load_rival.ts";

/** Prism, which reads the REST document and answers by it. */
export interface Prism {
  readonly origin: string;
  readonly process: ChildProcess;
}

const HERE = new URL(".", import.meta.url).pathname;
const ROOT = new URL("../..", import.meta.url).pathname;
const PROGRAM = `${HERE}node_modules/@stoplight/prism-cli/dist/index.js`;

/**
 * Starts Prism on the REST document, installed first where it is not: as a mock, or as a proxy in front of `upstream`
 * that tells in `sl-violations` what is not as documented. `prefix` runs it, such as `taskset -c 0`.
 */
export async function startPrism(
  port: number,
  upstream?: string,
  prefix: readonly string[] = [],
): Promise<Prism> {
  installRivals();
  const what = upstream === undefined ? ["mock"] : ["proxy"];
  const given = [...what, "openapi.yaml", ...(upstream === undefined ? [] : [upstream])];
  const program = [process.execPath, PROGRAM, ...given, "--port", String(port)];
  const [command = process.execPath, ...args]: readonly string[] = [...prefix, ...program];
  const child = spawn(command, args, { cwd: ROOT });
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    const take = (chunk: Buffer): void => {
      printed += chunk.toString();
      if (printed.includes("Prism is listening")) resolve();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("exit", (code) => reject(new Error(`Prism ended with ${code}: ${printed}`)));
  });
  return { origin: `http://127.0.0.1:${port}`, process: child };
}
