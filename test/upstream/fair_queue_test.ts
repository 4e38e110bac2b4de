import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { FairQueue } from "../../src/upstream/_fair_queue.ts";

/** A queue in front of a rate limit, and the requests that it admitted. */
class Limited {
  room = 0;
  readonly admitted: string[] = [];
  readonly queue = new FairQueue(() => this.room, SYSTEM_CLOCK);

  /** Sends a request for a subject, which takes a part of the room. */
  ask(subject: string, name: string): ReturnType<FairQueue["enter"]> {
    const place = this.queue.enter(subject, 10_000);
    void place.admitted.then(() =>
      this.queue.run(async (onSend) => {
        await setImmediate();
        onSend();
        this.room--;
        this.admitted.push(name);
      }),
    );
    return place;
  }

  async admit(count: number): Promise<void> {
    const before = this.admitted.length;
    this.room = count;
    while (this.admitted.length < before + count) await setImmediate();
  }
}

test("subjects take turns, however many requests one of them has", async () => {
  const limited = new Limited();
  for (let count = 1; count <= 50; count++) limited.ask("heavy", `heavy ${count}`);
  limited.ask("light", "light 1");
  limited.ask("other", "other 1");
  limited.ask("light", "light 2");
  await limited.admit(6);
  expect(limited.admitted).toEqual([
    "heavy 1",
    "light 1",
    "other 1",
    "heavy 2",
    "light 2",
    "heavy 3",
  ]);
});

test("no more are admitted than the rate limit has room for, before the first is sent", async () => {
  const limited = new Limited();
  for (let count = 1; count <= 9; count++) limited.ask("one", `${count}`);
  await limited.admit(4);
  for (let looks = 0; looks < 20; looks++) await setImmediate();
  expect(limited.admitted).toHaveLength(4);
});

test("a request of two subjects is admitted at the first of their turns", async () => {
  const limited = new Limited();
  for (let count = 1; count <= 9; count++) limited.ask("heavy", `heavy ${count}`);
  limited.queue.join(limited.ask("heavy", "shared"), "light");
  await limited.admit(3);
  expect(limited.admitted).toEqual(["heavy 1", "shared", "heavy 2"]);
  await limited.admit(7);
  expect(limited.admitted.filter((name) => name === "shared")).toHaveLength(1);
});

test("a request that waits for too long is not admitted, and takes no room", async () => {
  const limited = new Limited();
  expect(await limited.queue.enter("late", 1).admitted).toBe(false);
  limited.ask("one", "in time");
  await limited.admit(1);
  expect(limited.admitted).toEqual(["in time"]);
});
