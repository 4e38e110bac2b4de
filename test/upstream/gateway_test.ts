import { afterEach, describe, expect, test } from "vitest";
import { openGateway, type Gateway } from "./_served.ts";

let gateway: Gateway;
afterEach(() => gateway.close());

describe("a gateway in front of a service", () => {
  test("answers with the data of its upstream, as it came", async () => {
    gateway = await openGateway();
    const [own, upstream] = await gateway.both("/v1/delta/blocks/5");
    expect(own.status).toBe(200);
    expect(own.data).toBe(upstream.data);
  });
});
