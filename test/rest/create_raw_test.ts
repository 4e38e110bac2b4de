import { describe, expect, test } from "vitest";
import { connectTo } from "../_client.ts";

const BODY = { success: true, data: { number: 7 }, meta: {} };
const BLOCK = { params: { path: { identifier: 7 } } };

describe("rest.GET()", () => {
  test("resolves to the data, and to the response of the runtime that it was read from", async () => {
    const headers = { "x-request-id": "r-1" };
    const given = Response.json(BODY, { headers });
    const { client } = connectTo("delta", () => given);
    const result = await client.rest.GET("/blocks/{identifier}", BLOCK);
    expect(result.response).toBe(given);
    expect(Object.keys(result)).toEqual(["data", "response"]);
    expect(result.data).toEqual(BODY);
    const { response } = { ...result };
    expect(response).toBeInstanceOf(Response);
    expect(response).toBe(result.response);
    expect([response.status, response.headers.get("x-request-id")]).toEqual([200, "r-1"]);
    expect(response.bodyUsed).toBe(true);
  });

  test("gives each caller of one request a response of its own", async () => {
    const { client, sent } = connectTo("delta", () => Response.json(BODY));
    const get = () => client.rest.GET("/blocks/{identifier}", BLOCK);
    const [one, other] = await Promise.all([get(), get()]);
    expect(sent).toHaveLength(1);
    expect([one.data, other.data]).toEqual([BODY, BODY]);
    one.response.headers.set("x-own", "7");
    expect(other.response.headers.get("x-own")).toBeNull();
  });

  test("resolves to what the service refuses with", async () => {
    const { client } = connectTo("delta", () => Response.json({ no: "block" }, { status: 404 }));
    const { data, error, response } = await client.rest.GET("/blocks/{identifier}", BLOCK);
    expect([data, error, response.status]).toEqual([undefined, { no: "block" }, 404]);
  });

  test.each([
    ["text", JSON.stringify(BODY)],
    ["json", BODY],
    ["arrayBuffer", new TextEncoder().encode(JSON.stringify(BODY)).buffer],
    ["blob", new Blob([JSON.stringify(BODY)], { type: "application/json" })],
  ] as const)("reads the body as %s", async (parseAs, expected) => {
    for (const headers of [{}, { "content-length": `${JSON.stringify(BODY).length}` }]) {
      const { client } = connectTo("delta", () => Response.json(BODY, { headers }));
      const { data } = await client.rest.GET("/blocks/{identifier}", { ...BLOCK, parseAs });
      expect(data).toEqual(expected);
    }
  });

  test("reads the body as a stream", async () => {
    const { client } = connectTo("delta", () => Response.json(BODY));
    const options = { ...BLOCK, parseAs: "stream" } as const;
    const { data } = await client.rest.GET("/blocks/{identifier}", options);
    expect(await new Response(data).json()).toEqual(BODY);
  });

  test("has no data where the answer has no body", async () => {
    const { client } = connectTo("delta", () => new Response(null, { status: 204 }));
    const { data, response } = await client.rest.GET("/blocks/{identifier}", BLOCK);
    expect([data, response.status, response.body]).toEqual([undefined, 204, null]);
  });

  test("shows requests and responses of the runtime to middleware, of all calls or of one", async () => {
    for (const isOfAll of [true, false]) {
      const { client, sent } = connectTo("delta", () => Response.json(BODY));
      const shown: unknown[] = [];
      const middleware = {
        onRequest({ request }: { request: Request }) {
          shown.push(request);
          return new Request(request, { headers: { "x-own": "7" } });
        },
        onResponse: ({ response }: { response: Response }) => void shown.push(response),
      };
      if (isOfAll) client.rest.use(middleware);
      const own = isOfAll ? {} : { middleware: [middleware] };
      const { data } = await client.rest.GET("/blocks/{identifier}", { ...BLOCK, ...own });
      expect(data).toEqual(BODY);
      expect(sent[0]?.headers.get("x-own")).toBe("7");
      expect(shown).toEqual([expect.any(Request), expect.any(Response)]);
    }
  });
});
