#!/usr/bin/env node
import module from "node:module";
import { packageVersion } from "./terminal.ts";

// Compiling the modules takes as long as making the history of a chain; the second start finds it done. Absent in Node 20,
// which is told below what it lacks.
module.enableCompileCache?.();

// The first process of a container is sent no signal that it does not handle. A service replaces this.
if (process.pid === 1) process.on("SIGTERM", () => process.exit(143));

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.write(`${packageVersion()}\n`);
} else if (args[0] === "__complete") {
  const { complete } = await import("./completion/complete.ts");
  const { systemTerminal } = await import("./terminal.ts");
  process.stdout.write(await complete(args.slice(1), systemTerminal()));
} else {
  const { runProcess } = await import("./run_program.ts");
  await runProcess(args);
}
