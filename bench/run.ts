/** Runs a bench by name: `npm run bench -- pages`. What follows the name goes to the bench. */
import { readdirSync } from "node:fs";
import { answerHelp } from "../scripts/read_flags.ts";

answerHelp();

const FOLDER = new URL(".", import.meta.url);
const NAMES = readdirSync(FOLDER)
  .filter((file) => /^[a-z]\w*\.ts$/.test(file) && file !== "run.ts")
  .map((file) => file.slice(0, -3));

const [name = "", ...rest] = process.argv.slice(2);
const file = name.replaceAll("-", "_");
if (NAMES.includes(file)) {
  process.argv.splice(2, Infinity, ...rest);
  await import(new URL(`${file}.ts`, FOLDER).href);
} else {
  console.error(`error: Cannot run bench "${name}": there are ${NAMES.join(", ")}`);
  process.exitCode = 1;
}
