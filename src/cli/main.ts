#!/usr/bin/env node
import { Command } from "commander";
import { DOCUMENTS } from "../generated/documents.gen.ts";
import { keyCommand } from "./key_command.ts";
import { serveCommand } from "./serve_command.ts";

const program = new Command("alphadelta")
  .description("A service of the two-chain data interface")
  .version(DOCUMENTS.openapi.version)
  .addCommand(serveCommand())
  .addCommand(keyCommand());

try {
  await program.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
