#!/usr/bin/env node
import module from "node:module";

// Compiling the modules takes as long as making the history of a chain; the second start finds it done. Absent in Node 20,
// which is told below what it lacks.
module.enableCompileCache?.();

const { runProgram } = await import("./run_program.ts");
await runProgram();
