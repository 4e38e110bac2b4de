import { describe, expect, test } from "vitest";
import { nextTurn } from "../../src/service/turns.ts";

/** Asks for turns, each in the name of a subject or in none, and gives the names in the order in which they came. */
async function orderOf(names: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  const take = async (name: string): Promise<void> => {
    await nextTurn(...(name.startsWith("request") ? [] : [name]));
    order.push(name);
  };
  await Promise.all(names.map(take));
  return order;
}

describe("turns of the event loop", () => {
  test("come in the order of asking to callers without a subject", async () => {
    expect(await orderOf(["request 1", "request 2", "request 3"])).toEqual([
      "request 1",
      "request 2",
      "request 3",
    ]);
  });

  test("alternate between subjects, however many callers one of them has", async () => {
    const many = Array.from({ length: 50 }, () => "many");
    const order = await orderOf([...many, "one", "request 1", "one"]);
    expect(order.slice(0, 5)).toEqual(["many", "one", "request 1", "many", "one"]);
    expect(order.slice(5)).toEqual(many.slice(2));
  });

  test("let a subject that asks again while others wait take its place behind them", async () => {
    const order: string[] = [];
    async function work(name: string, steps: number): Promise<void> {
      for (let step = 0; step < steps; step++) {
        await nextTurn(name);
        order.push(name);
      }
    }
    await Promise.all([work("a", 3), work("a", 3), work("b", 3)]);
    expect(order.slice(0, 6).filter((name) => name === "b")).toHaveLength(3);
    expect(order).toHaveLength(9);
  });

  test("are each a turn of their own: what else the loop has comes in between", async () => {
    let passed = 0;
    let isDone = false;
    const count = (): void => {
      passed++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const between: number[] = [];
    await Promise.all(
      ["a", "a", "b"].map(async (name) => {
        await nextTurn(name);
        between.push(passed);
      }),
    );
    isDone = true;
    expect(new Set(between).size).toBe(3);
  });
});
