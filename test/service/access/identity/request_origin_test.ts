import { describe, expect, test } from "vitest";
import { requestOrigin, TrustedProxies } from "../../../../src/service/access/identity/mod.ts";

const PROXY = "192.0.2.7";

function originOf(headers: Readonly<Record<string, string>>, peer = PROXY): string | undefined {
  const header = (name: string): string | undefined => headers[name];
  return requestOrigin({ peer, header }, new TrustedProxies([PROXY]));
}

describe("the origin of a request", () => {
  test("has the scheme that a trusted proxy was asked by", () => {
    const host = "data.example:8645";
    expect(originOf({ host, "x-forwarded-proto": "https" })).toBe("https://data.example:8645");
    expect(originOf({ host })).toBe("http://data.example:8645");
  });

  test("has the host that a trusted proxy was asked at", () => {
    const host = "127.0.0.1:8645";
    expect(originOf({ host, "x-forwarded-host": "Data.example:8443" })).toBe(
      "http://data.example:8443",
    );
    for (const wrong of ['"><b>', "a b", "data.example:99999", "http://data.example", ""])
      expect(originOf({ host, "x-forwarded-host": wrong })).toBeUndefined();
  });

  test("ignores the headers of an untrusted peer", () => {
    const headers = { "x-forwarded-host": "data.example", "x-forwarded-proto": "https" };
    expect(originOf({ ...headers, host: "service.test" }, "198.51.100.1")).toBe(
      "http://service.test",
    );
  });
});
