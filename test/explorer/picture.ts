/** Writes `docs/explorer.png`, the picture of the README: the overview of a chain that makes blocks. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { answerHelp } from "../../scripts/read_flags.ts";
import { launchChromium } from "../_chromium.ts";
import { openExplorerIn } from "./_explorer.ts";

answerHelp();

const FILE = join(import.meta.dirname, "../../docs/explorer.png");
const MOST_BYTES = 200_000;
const BLOCKS = 8;
/** Milliseconds from one block to the next. */
const BLOCK_TIME = 2_000;

let now = Date.now() - BLOCKS * BLOCK_TIME;
const options = { segments: ["delta"], history: 300, clock: () => now } as const;
const explorer = await openExplorerIn(await launchChromium(), options);
const { page } = await explorer.visit({ viewport: { width: 1280, height: 860 } });
await page.waitForSelector(".dot.open");
for (let made = 0; made < BLOCKS; made += 1) {
  now += BLOCK_TIME;
  await explorer.service.produceBlock("delta");
}
await page.waitForSelector(".plot .bar");
// Until the last block has arrived and stands still.
await page.waitForTimeout(1_500);
await page.screenshot({ path: FILE });
await explorer.close();
const { size } = await stat(FILE);
console.log(`docs/explorer.png  ${Math.ceil(size / 1_000)} kB`);
if (size > MOST_BYTES) process.exitCode = 1;
