import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { JsonText } from "../../src/service/internal.ts";
import { AnswerStore, type CachedAnswer } from "../../src/upstream/_answer_store.ts";
import { IS_WHOLE } from "../_suites.ts";

/** Kills of a process that writes. */
const ROUNDS = IS_WHOLE ? 3 : 1;

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "answers-"))));
afterEach(() => rm(folder, { recursive: true }));

function answer(height: number, size = 10): CachedAnswer {
  const json = new JsonText(`"${"a".repeat(size)}"`, `W/"${height}"`);
  return { json, height, seenAt: height, at: height };
}

function open(maximumBytes = 2 ** 20): AnswerStore {
  return new AnswerStore({
    path: join(folder, "answers.sqlite"),
    maximumBytes,
    onError: (error) => expect(error).toBeUndefined(),
  });
}

describe("cached answers", () => {
  test("that cannot be written stand in the log once, however many they are, and once more when they can", async () => {
    open().close();
    const path = join(folder, "answers.sqlite");
    const database = new DatabaseSync(path);
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON answer WHEN NEW.height < 5
      BEGIN SELECT RAISE(ABORT, 'no space'); END`);
    database.close();
    const told: unknown[] = [];
    const onError = (error: unknown): void => void told.push(error);
    const store = new AnswerStore({ path, maximumBytes: 2 ** 20, onError });
    for (let height = 0; height < 6; height++) store.put("delta", `${height}`, answer(height));
    expect(told).toEqual([
      expect.objectContaining({ message: "no space" }),
      expect.stringMatching(/^Over after 0\.\d s: no space$/),
    ]);
    store.close();
  });

  test("are the same after another opening", () => {
    const store = open();
    store.put("delta", "getBlock 5", answer(5));
    expect(store.get("delta", "getBlock 5")).toEqual(answer(5));
    store.close();
    const again = open();
    expect(again.get("delta", "getBlock 5")).toEqual(answer(5));
    expect(again.get("alpha", "getBlock 5")).toBeUndefined();
    again.close();
  });

  test("of a height and above are removed together", () => {
    const store = open();
    for (const height of [4, 5, 6]) store.put("delta", `block ${height}`, answer(height));
    store.put("alpha", "block 6", answer(6));
    store.removeFrom("delta", 5);
    const found = [4, 5, 6].filter((height) => store.get("delta", `block ${height}`));
    expect(found).toEqual([4]);
    expect(store.get("alpha", "block 6")).toEqual(answer(6));
    store.close();
  });

  test("never take more than the bound; those that were used least recently go first", () => {
    const store = open(100_000);
    let most = 0;
    for (let height = 0; height < 1_000; height++) {
      store.put("delta", `${height}`, answer(height, 1_000));
      store.get("delta", "0");
      most = Math.max(most, store.bytes);
    }
    expect(most).toBeLessThanOrEqual(100_000);
    expect(most).toBeGreaterThan(90_000);
    expect(store.get("delta", "0")).toEqual(answer(0, 1_000));
    expect(store.get("delta", "1")).toBeUndefined();
    expect(store.get("delta", "999")).toBeDefined();
    const { bytes } = store;
    store.close();
    const again = open(100_000);
    expect(again.bytes).toBe(bytes);
    again.close();
  });

  test("that alone are larger than half the bound are not cached", () => {
    const store = open(1_000);
    store.put("delta", "large", answer(1, 600));
    store.put("delta", "small", answer(1, 10));
    expect(store.get("delta", "large")).toBeUndefined();
    expect(store.get("delta", "small")).toBeDefined();
    store.close();
  });
});

test("what was removed stays removed after kill -9, and the file is whole", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const child = fork(join(import.meta.dirname, "_write_answers.ts"), [folder], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    let removedFrom = Infinity;
    let removals = 0;
    child.on("message", (height: number) => {
      removedFrom = height;
      if (++removals === 20) child.kill("SIGKILL");
    });
    await once(child, "exit");
    const store = open();
    expect(removals).toBeGreaterThanOrEqual(20);
    for (let height = removedFrom; height < removedFrom + 100; height++)
      expect(store.get("delta", `old ${removedFrom} ${height}`)).toBeUndefined();
    store.close();
  }
});
