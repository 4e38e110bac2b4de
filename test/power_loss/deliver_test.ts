import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { startService, type TestService } from "../../src/testing/mod.ts";
import { COMMAND_LINE } from "../cli/_command_line.ts";
import { Receiver, type ReceivedEvent, SECRET } from "../delivery/_receiver.ts";
import { canLosePower, Disk } from "./_disk.ts";
import { kill, random, ROUNDS, runOn, survivalOf } from "./_run.ts";

describe.skipIf(!canLosePower)("a delivery that loses its power", () => {
  let disk: Disk;
  let service: TestService<"delta">;
  let begin: string;
  beforeEach(async () => {
    disk = new Disk();
    service = await startService({ segments: ["delta"], history: 5 });
    const client = service.client("delta");
    const first = client.events.subscribe("blocks");
    await first.ready;
    begin = first.cursor ?? "";
    await client.close();
  });
  afterEach(async () => {
    await service?.close();
    disk?.remove();
  });

  function deliver(...to: readonly string[]): string[] {
    const from = ["--chain", "delta", "--endpoint", service.url, "--after", begin];
    const state = ["--state", join(disk.folder, "state.db"), "--batch", "3"];
    return ["deliver", "blocks", ...from, ...state, ...to];
  }

  /** Heights of the blocks that were made after the beginning. */
  async function heights(): Promise<number[]> {
    const { blockHeight } = await service.client("delta").getChainInfo();
    return Array.from({ length: blockHeight - 5 }, (_, index) => index + 6);
  }

  test(
    `goes on with the batch that was sent last, through ${ROUNDS} losses`,
    async () => {
      const receiver = await Receiver.open();
      const secret = join(disk.folder, "secret.txt");
      writeFileSync(secret, SECRET);
      disk.synchronise();
      const to = ["--to", receiver.url, "--secret-file", secret, "--allow-private"];
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const before = receiver.requests.length;
          const running = runOn(disk, deliver(...to));
          const enough = before + 3 + random() * 4;
          while (receiver.requests.length < enough) {
            await service.mine(1);
            await setTimeout(5);
          }
          await kill(running);
          disk.losePower(survivalOf(round));
        }
        const running = runOn(disk, deliver(...to));
        await service.mine(1);
        const last = (await heights()).at(-1);
        await receiver.until(() => receiver.events.at(-1)?.data?.number === last);
        await kill(running);

        // A batch comes again right behind itself, with the same bytes.
        const sent = receiver.requests.filter(({ id, body }, at) => {
          const earlier = receiver.requests.slice(0, at).findLast((one) => one.id === id);
          if (earlier) expect([receiver.requests[at - 1]?.id, earlier.body]).toEqual([id, body]);
          return !earlier;
        });
        const events = sent.flatMap((one) => one.events);
        expect(events.map(({ data }) => data?.number)).toEqual(await heights());
      } finally {
        await receiver.close();
      }
    },
    20_000 + ROUNDS * 20_000,
  );

  test(
    `has every line of a file that its position is behind, through ${ROUNDS} losses`,
    async () => {
      const out = join(disk.folder, "lines.ndjson");
      writeFileSync(out, "");
      disk.synchronise();
      const told = (): number[] =>
        readFileSync(out, "utf8")
          .split("\n")
          .flatMap((line) => numberIn(line) ?? []);
      /** Delivers blocks into the file, and makes more of them, until there are enough. */
      const deliverUntil = async (enough: () => Promise<boolean>): Promise<void> => {
        const file = openSync(out, "a");
        const env = { ...process.env, ...disk.variables() };
        const args = [COMMAND_LINE, ...deliver("--to", "-")];
        const running = spawn(process.execPath, args, { stdio: ["ignore", file, "ignore"], env });
        closeSync(file);
        const ended = new Promise((resolve) => running.once("exit", resolve));
        while (!(await enough())) {
          await service.mine(1);
          await setTimeout(20);
        }
        running.kill("SIGKILL");
        await ended;
      };
      for (let round = 0; round < ROUNDS; round++) {
        const most = told().length + 5;
        await deliverUntil(async () => told().length >= most);
        disk.losePower(survivalOf(round));
        // As the guide says: the end of the file may be a part of a line.
        const text = readFileSync(out, "utf8");
        truncateSync(out, Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1)));
      }
      const newest = (await heights()).length + 6;
      await deliverUntil(async () => told().includes(newest));
      const known = new Set(told());
      expect((await heights()).filter((height) => height <= newest && !known.has(height))).toEqual(
        [],
      );
    },
    20_000 + ROUNDS * 20_000,
  );
});

/** Height of the block that a line tells of; undefined where only a part of the line is on the disk. */
function numberIn(line: string): number | undefined {
  try {
    return (JSON.parse(line) as ReceivedEvent).data?.number;
  } catch {
    return undefined;
  }
}
