/** Runs the suite where programs have arguments: Node, Deno, Bun. Prints what came of it as JSON in one line. */
import process from "node:process";
import { runSuite, type World } from "../suite/mod.ts";

const world = JSON.parse(process.argv.at(-1) ?? "") as World;
console.log(JSON.stringify(await runSuite(world)));
