#!/usr/bin/env node
import module from "node:module";
import { endOnOutputError, packageVersion, systemTerminal } from "./terminal.ts";

// Compiling the modules takes as long as making the history of a chain; the second start finds it done. Absent in an
// older Node, which is refused below.
module.enableCompileCache?.();

// The first process of a container is sent no signal that it does not handle. A service replaces this.
if (process.pid === 1) process.on("SIGTERM", () => process.exit(143));

const args = process.argv.slice(2);
const terminal = systemTerminal();
endOnOutputError(terminal);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  terminal.stdout.line(packageVersion());
} else if (args[0] === "__complete") {
  const { complete } = await import("./completion/complete.ts");
  const text = await complete(args.slice(1), terminal);
  for (const line of text.split(/(?<=\n)/)) await terminal.stdout.data(line);
} else {
  const { runProcess } = await import("./run_program.ts");
  await runProcess(args, terminal);
}
