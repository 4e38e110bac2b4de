import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { FairQueue } from "../../src/upstream/_fair_queue.ts";

/** A queue that admits so many at a time, and the requests that it admitted. */
class Limited {
  readonly admitted: string[] = [];
  readonly queue: FairQueue;

  constructor(most: number) {
    this.queue = new FairQueue(() => most, SYSTEM_CLOCK);
  }

  /** Sends a request for a subject, which ends when it is told. */
  ask(subject: string, name: string): ReturnType<FairQueue["enter"]> {
    const place = this.queue.enter(subject, 10_000);
    void place.admitted.then(() => this.admitted.push(name));
    return place;
  }

  /** Ends as many requests. */
  async end(count: number): Promise<void> {
    for (let ended = 0; ended < count; ended++) {
      await setImmediate();
      this.queue.leave();
    }
    await setImmediate();
  }
}

test("subjects take turns, however many requests one of them has", async () => {
  const limited = new Limited(1);
  for (let count = 1; count <= 50; count++) limited.ask("heavy", `heavy ${count}`);
  limited.ask("light", "light 1");
  limited.ask("other", "other 1");
  limited.ask("light", "light 2");
  await limited.end(5);
  expect(limited.admitted).toEqual([
    "heavy 1",
    "heavy 2",
    "light 1",
    "other 1",
    "heavy 3",
    "light 2",
  ]);
});

test("no more are admitted at a time than allowed", async () => {
  const limited = new Limited(4);
  for (let count = 1; count <= 9; count++) limited.ask("one", `${count}`);
  await limited.end(0);
  expect(limited.admitted).toHaveLength(4);
  await limited.end(2);
  expect(limited.admitted).toHaveLength(6);
});

test("a request of two subjects is admitted at the first of their turns", async () => {
  const limited = new Limited(1);
  for (let count = 1; count <= 9; count++) limited.ask("heavy", `heavy ${count}`);
  limited.queue.join(limited.ask("heavy", "shared"), "light");
  await limited.end(2);
  expect(limited.admitted).toEqual(["heavy 1", "heavy 2", "shared"]);
  await limited.end(7);
  expect(limited.admitted.filter((name) => name === "shared")).toHaveLength(1);
  expect(limited.admitted).toHaveLength(10);
});

test("a request that waits for too long is not admitted, and takes no room", async () => {
  const limited = new Limited(1);
  limited.ask("one", "first");
  expect(await limited.queue.enter("late", 1).admitted).toBe(false);
  limited.ask("one", "in time");
  await limited.end(1);
  expect(limited.admitted).toEqual(["first", "in time"]);
});
