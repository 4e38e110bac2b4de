import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { runCli, type Running } from "../cli/_process.ts";
import { Submitter } from "../cli/_submitter.ts";
import { openEventService } from "../service/server/websocket/_event_service.ts";
import { canLosePower, Disk } from "./_disk.ts";
import { kill, random, ROUNDS, runOn, survivalOf } from "./_run.ts";
import { Witness } from "./_witness.ts";

const UP = /up at (http:\/\/127\.0\.0\.1:\d+)/;

/** What was told in one round: by whom, and what of it was gone after a loss of power. */
interface Round {
  readonly submissions: number;
  readonly events: number;
  readonly lost: readonly string[];
}

describe.skipIf(!canLosePower)("a service that loses its power", () => {
  let disk: Disk;
  const running = new Set<Running>();
  beforeEach(() => void (disk = new Disk()));
  afterEach(async () => {
    await Promise.all([...running].map(kill));
    disk?.remove();
  });

  async function serve(...flags: readonly string[]): Promise<{ origin: string; service: Running }> {
    const own = ["--port", "0", "--chain", "delta", "--keyless-tier", "Enterprise"];
    const service = runOn(disk, ["serve", ...own, "--data", join(disk.folder, "data"), ...flags]);
    running.add(service);
    const [, origin = ""] = await service.printed(UP);
    return { origin, service };
  }

  /** Lets a service tell clients something, cuts its power, and looks for that again. */
  async function play(round: number, ...flags: readonly string[]): Promise<Round> {
    const submitter = await Submitter.open();
    const witness = new Witness();
    const busy = await serve("--history", "0", "--block-time", "0.1", ...flags);
    const talking = [submitter.run(busy.origin), witness.watch(busy.origin)];
    const enough = 30 + random() * 100;
    while (submitter.acknowledged.size < enough) await setTimeout(5);
    await kill(busy.service);
    await Promise.all(talking);
    disk.losePower(survivalOf(round));
    const submissions = submitter.acknowledged.size;
    submitter.note(witness.pending);

    const again = await serve("--history", "0", "--mode", "manual", "--no-traffic");
    const lost = [
      ...(await submitter.findLost(again.origin)),
      ...(await witness.findLost(again.origin)),
    ];
    await kill(again.service);
    return { submissions, events: witness.events, lost };
  }

  test(
    `has every submission, block and event that it told of, through ${ROUNDS} losses`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { submissions, events, lost } = await play(round);
        const told = `${submissions} submissions and ${events} events`;
        expect(lost, `${lost.length} lost of ${told} in round ${round}`).toEqual([]);
      }
    },
    20_000 + ROUNDS * 20_000,
  );

  test("has every key that it or the command line issued, and no key is valid that was revoked", async () => {
    const data = ["--data", join(disk.folder, "data"), "--json"];
    const key = async (...args: readonly string[]): Promise<{ readonly id: string }> => {
      const { code, stdout } = await runOn(disk, ["key", ...args, ...data]).ended;
      expect(code).toBe(0);
      return JSON.parse(stdout) as { readonly id: string };
    };
    const { origin, service } = await serve("--history", "0", "--mode", "manual");
    const response = await fetch(`${origin}/v1/keys`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "ann@example.org" }),
    });
    const { data: asked } = (await response.json()) as { data: { apiKey: string } };
    const issued = await key("issue", "--email", "bob@example.org");
    const revoked = await key("issue", "--email", "bob@example.org");
    await key("revoke", revoked.id);
    await kill(service);
    disk.losePower();

    const listed = await runCli("key", "list", ...data).ended;
    const keys = JSON.parse(listed.stdout) as { id: string; email: string; revokedAt: unknown }[];
    expect(keys).toMatchObject([
      { email: "ann@example.org", revokedAt: null },
      { id: issued.id, revokedAt: null },
      { id: revoked.id, revokedAt: expect.any(Number) },
    ]);
    const again = await serve("--mode", "manual");
    const info = { headers: { "X-API-Key": asked.apiKey } };
    expect((await fetch(`${again.origin}/v1/delta/chain/info`, info)).status).toBe(200);
  });

  test("has a sound chain with --durability relaxed, without its last moments", async () => {
    const { submissions, lost } = await play(0, "--durability", "relaxed");
    expect(lost.length).toBeGreaterThanOrEqual(submissions);
    const checked = await runCli("check", "--data", join(disk.folder, "data")).ended;
    expect(checked).toEqual({ code: 0, stdout: "delta: sound\n", stderr: "" });
  });

  test(
    `has every event of an upstream that it told of, through ${ROUNDS} losses`,
    async () => {
      const options = { mode: "interval", blockTime: 0.05, traffic: true } as const;
      const upstream = await openEventService({ segments: ["delta"], ...options });
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const witness = new Witness();
          const gateway = await serve("--upstream", upstream.origin);
          const watching = witness.watch(gateway.origin);
          const enough = 30 + random() * 50;
          while (witness.events < enough) await setTimeout(5);
          await kill(gateway.service);
          await watching;
          disk.losePower(survivalOf(round));

          const again = await serve("--upstream", upstream.origin);
          const lost = await witness.findLost(again.origin);
          await kill(again.service);
          expect(lost, `${lost.length} lost of ${witness.events} in round ${round}`).toEqual([]);
        }
      } finally {
        await upstream.listener.close();
      }
    },
    20_000 + ROUNDS * 20_000,
  );
});
