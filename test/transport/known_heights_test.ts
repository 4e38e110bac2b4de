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

test("a read does not share a request that was made before a newer height was known", async () => {
  const asked: Asked[] = [];
  const first = Promise.withResolvers<Response>();
  const transport = createTransport({
    fetch: async (input, init) => {
      const least = new Headers(init?.headers).get("X-Least-Chain-Height");
      asked.push({ url: String(input), least });
      const answer = new Response("{}", { headers: { "X-Chain-Height": "9" } });
      return asked.length === 1 ? first.promise : answer;
    },
  });
  const read = (name: string): Promise<number> =>
    transport.call({
      ...{ url: `http://service.test/${name}`, method: "GET", safe: true, key: name },
      ...{ context: { segment: "delta" }, read: () => asked.length },
    });
  const slow = [read("info"), read("info")];
  await read("block");
  const later = [read("info"), read("info")];
  first.resolve(new Response("{}", { headers: { "X-Chain-Height": "7" } }));
  await Promise.all([...slow, ...later]);
  const info = asked.filter(({ url }) => url.endsWith("info"));
  expect(info.map(({ least }) => least)).toEqual([null, "9"]);
  // The answer to the first tells no newer height.
  await read("info");
  expect(asked.at(-1)?.least).toBe("9");
});
