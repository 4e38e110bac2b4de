import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedPart } from "../../_parts.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

/** Part of the generated client used here. */
interface Labels {
  getLabel(...args: unknown[]): Promise<Label>;
  putLabel(...args: unknown[]): Promise<Label>;
  patchLabel(...args: unknown[]): Promise<Label>;
  deleteLabel(...args: unknown[]): Promise<unknown>;
  getHeavierLabel(...args: unknown[]): Promise<Label>;
  postNextLabel(...args: unknown[]): Promise<Label>;
  rest: Readonly<
    Record<
      "GET" | "PUT",
      (path: string, options: object) => Promise<{ readonly data?: { readonly data: Label } }>
    >
  >;
}

interface Label {
  readonly owner: string;
  readonly told: string;
  readonly weight: unknown;
}

let folder: string;
let errors: readonly string[];
let delta: Labels;
let close: (() => Promise<void>) | undefined;
let ask: (path: string, init?: RequestInit) => Promise<Response>;
const requests: string[] = [];

beforeAll(async () => {
  ({ folder, errors } = await sharedPart("grown"));
  const { createService } = await import(join(folder, "src/service/mod.ts"));
  const { createClient } = await import(join(folder, "src/mod.ts"));
  const service = await createService({
    segments: ["delta"],
    history: 1,
    mode: "manual",
    keylessTier: "Enterprise",
  });
  close = () => service.close();
  ask = (path, init) => service.fetch(`http://service.test${path}`, init);
  const fetch = (input: string, init: RequestInit): Promise<Response> => {
    requests.push(`${init.method} ${input}`);
    return service.fetch(input, init);
  };
  delta = createClient("delta", { endpoints: "http://service.test", fetch, cache: false });
}, SLOW);

afterAll(async () => {
  await close?.();
});

describe(
  "operations of every verb and parameters of every place and type",
  { timeout: SLOW },
  () => {
    test("have types in the client and in the service's handlers", () => {
      const found = errors.filter((error) => /probe_|rest\/_operations\.ts/.test(error));
      // Of handlers, only those of other additions are missing.
      expect(found).toEqual([expect.stringMatching(/': getBlockV2, listLogs, listRecords$/)]);
    });

    test("path parameters go where their names stand, whatever their order in the specs", async () => {
      const label = await delta.getLabel("a b", "first");
      expect(JSON.parse(label.told)).toMatchObject({ path: { owner: "a b", name: "first" } });
      expect(requests.at(-1)).toBe("GET http://service.test/v1/delta/labels/a%20b/first");
    });

    test("header parameters arrive with their types", async () => {
      const label = await delta.getLabel("me", "first", { "X-Reason": "why", "X-Levels": [1, 2] });
      const headers = { "X-Reason": "why", "X-Levels": [1, 2] };
      expect(JSON.parse(label.told)).toMatchObject({ headers });
      const answer = await ask("/v1/delta/labels/me/first", { headers: { "X-Levels": "1,b" } });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("X-Levels must be");
    });

    test("the command line knows the values of a list, and says what each item is", async () => {
      const { OPERATION_COMMANDS } = await import(join(folder, "src/generated/commands.gen.ts"));
      expect(OPERATION_COMMANDS.getLabel.parameters.at(-1)).toMatchObject({
        ...{ name: "X-Levels", values: ["1", "2"], expected: "an array, each one of 1, 2" },
      });
      const wrong = delta.getLabel("me", "first", { "X-Levels": [1, 3] });
      await expect(wrong).rejects.toThrow("X-Levels.1 must be 1 or 2, got 3");
    });

    test("bodies are encoded, validated and handed over; amounts come back as bigint", async () => {
      const label = await delta.putLabel("me", "first", { weight: 2n ** 64n, note: "new" });
      expect(JSON.parse(label.told).body).toEqual({ weight: "18446744073709551616", note: "new" });
      expect(label.weight).toBe(2n ** 64n);
      await expect(delta.putLabel("me", "first", { weight: "5" })).rejects.toThrow("weight");
      await expect(delta.putLabel("me", "first")).rejects.toThrow(TypeError);
      const refused = await ask("/v1/delta/labels/me/first", {
        method: "PUT",
        body: '{"weight":5}',
      });
      expect(await refused.json()).toMatchObject({
        error: { code: "INVALID_PARAM", message: expect.stringContaining("weight must be") },
      });
    });

    test("an optional body may be left out", async () => {
      const without = await delta.patchLabel("me", "first");
      expect(JSON.parse(without.told)).toMatchObject({ hasBody: false });
      const withBody = await delta.patchLabel("me", "first", { weight: 5n });
      expect(JSON.parse(withBody.told)).toMatchObject({ hasBody: true, body: { weight: "5" } });
    });

    test("what changes something is no tool that reads, though it may be repeated", async () => {
      const { TOOLS } = await import(join(folder, "src/cli/mcp/tools.ts"));
      expect([TOOLS.has("getLabel"), TOOLS.has("deleteLabel")]).toEqual([true, false]);
    });

    test("204 is an answer without data", async () => {
      expect(await delta.deleteLabel("me", "first")).toBeUndefined();
      expect(requests.at(-1)).toBe("DELETE http://service.test/v1/delta/labels/me/first");
      const answer = await ask("/v1/delta/labels/me/first", { method: "DELETE" });
      expect([answer.status, await answer.text()]).toEqual([204, ""]);
    });

    const QUERY = {
      ids: [1, 2],
      names: ["a", "b,c"],
      full: false,
      ratio: 0.5,
      level: 2,
      least: 7n,
    };
    const WIRE = { ...QUERY, least: "7" };

    test("lists, booleans, numbers, integers of a set and amounts go through the query and the path", async () => {
      const label = await delta.getHeavierLabel(5n, QUERY);
      expect(requests.at(-1)).toBe(
        "GET http://service.test/v1/delta/labels/heavier/5?ids=1,2&names=a&names=b%2Cc&full=false&ratio=0.5&level=2&least=7",
      );
      expect(label.owner).toBe("2,3");
      expect(JSON.parse(label.told)).toMatchObject({ path: { weight: "5" }, query: WIRE });
    });

    test("rest.GET writes the same URL from wire values", async () => {
      const named = requests.at(-1);
      const options = { params: { path: { weight: "5" }, query: WIRE } };
      const { data } = await delta.rest.GET("/labels/heavier/{weight}", options);
      expect(requests.at(-1)).toBe(named);
      expect(JSON.parse(data?.data.told ?? "")).toMatchObject({ query: WIRE });
    });

    test.each([
      ["ids=1,x", "ids.1 must be"],
      ["ids=1&ids=2", "ids must be given once"],
      ["full=yes", "full must be"],
      ["ratio=1.5", "ratio must be"],
      ["level=4", "level must be"],
      ["least=-5", "least must be"],
    ])("the service refuses %s", async (query, message) => {
      const answer = await ask(`/v1/delta/labels/heavier/5?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(message);
    });

    test("the client refuses wrong arguments before it sends", async () => {
      const sent = requests.length;
      const refusal = (...args: unknown[]) => expect(delta.getHeavierLabel(...args)).rejects;
      await refusal("5").toThrow(TypeError);
      await refusal(5n, { level: 4 }).toThrow(RangeError);
      await refusal(5n, { full: "yes" }).toThrow(TypeError);
      await refusal(5n, { ids: 7 }).toThrow(TypeError);
      await refusal(5n, { other: 7 }).toThrow(TypeError);
      expect(requests).toHaveLength(sent);
    });

    test("a path's own server is called, and answered there alone", async () => {
      expect((await delta.postNextLabel()).owner).toBe("next");
      expect(requests.at(-1)).toBe("POST http://service.test/v2/delta/labels/next");
      expect((await ask("/v1/delta/labels/next", { method: "POST" })).status).toBe(404);
      expect((await ask("/v2/delta/blocks")).status).toBe(404);
    });

    test("browsers may send every verb and header", async () => {
      const answer = await ask("/v1/delta/labels/me/first", { method: "OPTIONS" });
      expect(answer.headers.get("Access-Control-Allow-Methods")).toBe(
        "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      );
      expect(answer.headers.get("Access-Control-Allow-Headers")).toContain("X-Reason");
    });
  },
);
