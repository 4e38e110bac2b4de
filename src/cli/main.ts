#!/usr/bin/env node
// The commands are loaded first of all here, since they lean on what older versions of Node lack.
try {
  const { runProgram } = await import("./run_program.ts");
  await runProgram();
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== "ERR_UNKNOWN_BUILTIN_MODULE") throw error;
  console.error(
    `error: Cannot run alphadelta in Node ${process.versions.node}: it needs Node 22.13 or later`,
  );
  process.exitCode = 1;
}
