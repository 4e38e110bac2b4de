import { expect, test } from "vitest";
import { resolveEndpoints } from "../../src/chains/mod.ts";
import { createTransport, type Transport } from "../../src/transport/mod.ts";

interface Asked {
  readonly url: string;
  readonly least: string | null;
}

/** A transport to a service whose answers tell these heights, one after another, and what it was asked. */
function transportTo(heights: readonly (number | undefined)[]): {
  transport: Transport;
  asked: Asked[];
} {
  const asked: Asked[] = [];
  const transport = createTransport({
    fetch: async (input, init) => {
      const height = heights[asked.length];
      asked.push({
        url: String(input),
        least: new Headers(init?.headers).get("X-Least-Chain-Height"),
      });
      return new Response(
        "{}",
        height === undefined ? {} : { headers: { "X-Chain-Height": String(height) } },
      );
    },
  });
  return { transport, asked };
}

async function ask(transport: Transport, segment: "delta" | "alpha" = "delta"): Promise<void> {
  const { apiBase = "http://service.test" } = resolveEndpoints(segment, "http://service.test") as {
    apiBase?: string;
  };
  await transport.call({
    url: `${apiBase}/v1/${segment}/chain/info`,
    method: "GET",
    context: { segment },
    safe: true,
    read: () => undefined,
  });
}

test("a request names the height of an earlier answer", async () => {
  const { transport, asked } = transportTo([7, 9, 9]);
  for (let count = 0; count < 3; count++) await ask(transport);
  expect(asked.map(({ least }) => least)).toEqual([null, "7", "9"]);
});

test("each chain has its own height", async () => {
  const { transport, asked } = transportTo([7, 3, 7]);
  for (const segment of ["delta", "alpha", "delta"] as const) await ask(transport, segment);
  expect(asked.map(({ least }) => least)).toEqual([null, null, "7"]);
});

test("an answer below the requested height is of a chain that got shorter", async () => {
  const { transport, asked } = transportTo([9, 6, 6]);
  for (let count = 0; count < 3; count++) await ask(transport);
  expect(asked.map(({ least }) => least)).toEqual([null, "9", "6"]);
});

test("a service that tells no height is sent none", async () => {
  const { transport, asked } = transportTo([]);
  await ask(transport);
  await ask(transport);
  expect(asked.map(({ least }) => least)).toEqual([null, null]);
});

test("a request names the height of an event, where the service has told one of its own", async () => {
  const { transport, asked } = transportTo([7, 9, 9]);
  const hear = (height: number, isReorg = false): void =>
    transport.hear("http://service.test", "delta", height, isReorg);
  hear(6);
  await ask(transport);
  hear(9);
  await ask(transport);
  // Whether it got shorter, the answer tells.
  hear(5, true);
  await ask(transport);
  expect(asked.map(({ least }) => least)).toEqual([null, "9", "9"]);
});
