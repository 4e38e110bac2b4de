#!/usr/bin/env node
import { runProgram } from "./run_program.ts";

await runProgram();
