import { afterEach, describe, expect, test } from "vitest";
import { mine, Opened } from "./_gateway.ts";

const opened = new Opened();
afterEach(() => opened.close());

describe("a followed chain", () => {
  test("has the events of the upstream, in its order and its text, from then on", async () => {
    const service = await opened.service();
    const followed = await opened.upstream([service.origin]);
    await followed.reaches(service);
    await mine(service, 3);
    await followed.reaches(service);
    const ours = await followed.events();
    console.log(ours.map(({ topic, body }) => topic + body.slice(0, 60)).join("\n"));
    expect(ours.filter(({ topic }) => topic === "blocks")).toHaveLength(3);
  });
});
