#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Compiling the modules takes longer than making the history of a chain; the second start finds it done.
enableCompileCache();

const { runProgram } = await import("./run_program.ts");
await runProgram();
