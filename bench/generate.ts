/**
 * Wall time of `npm run generate` beside a bare run of @hey-api/openapi-ts (types and validators) on the same
 * `openapi.yaml`, each as a process of its own, in turns. Prints both medians and their ratio.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./_measure.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const ROUNDS = 5;
const TSX = join(ROOT, "node_modules/.bin/tsx");

// Below the repository, so that the bare program finds the generator by its name.
const folder = mkdtempSync(join(ROOT, "bench/.generate-"));
try {
  const bare = join(folder, "bare.mts");
  writeFileSync(bare, bareProgram(join(folder, "bare")));
  const ours = [join(ROOT, "scripts/generate.ts"), "--output", join(folder, "ours")];
  const rounds = Array.from({ length: ROUNDS }, () => [time([bare]), time(ours)] as const);
  const [bareTime, ownTime] = [0, 1].map((side) => median(rounds.map((round) => round[side] ?? 0)));
  console.log(`bare hey-api ${bareTime?.toFixed(2)} s, npm run generate ${ownTime?.toFixed(2)} s`);
  console.log(`ratio ${((ownTime ?? 0) / (bareTime ?? 1)).toFixed(2)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function bareProgram(output: string): string {
  return `import { createClient } from "@hey-api/openapi-ts";
await createClient({
  input: ${JSON.stringify(join(ROOT, "openapi.yaml"))},
  output: ${JSON.stringify(output)},
  logs: { level: "silent", file: false },
  plugins: ["@hey-api/typescript", { name: "zod", compatibilityVersion: "mini" }],
});
`;
}

function time(args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(TSX, args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args[0]} failed: ${stderr}`);
  return (performance.now() - started) / 1000;
}
