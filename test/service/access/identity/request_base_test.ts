import { describe, expect, test } from "vitest";
import { requestBase, TrustedProxies } from "../../../../src/service/access/identity.ts";

const PROXY = "192.0.2.7";

function baseOf(headers: Readonly<Record<string, string>>, peer = PROXY): string | undefined {
  const header = (name: string): string | undefined => headers[name];
  return requestBase({ peer, header }, new TrustedProxies([PROXY]));
}

describe("the base URL of a request", () => {
  test("has the scheme that a trusted proxy was asked by", () => {
    const host = "data.example:8645";
    expect(baseOf({ host, "x-forwarded-proto": "https" })).toBe("https://data.example:8645");
    expect(baseOf({ host, "x-forwarded-proto": "HTTPS" })).toBe("https://data.example:8645");
    expect(baseOf({ host })).toBe("http://data.example:8645");
  });

  test("has the host that a trusted proxy was asked at", () => {
    const host = "127.0.0.1:8645";
    expect(baseOf({ host, "x-forwarded-host": "Data.example:8443" })).toBe(
      "http://data.example:8443",
    );
    for (const wrong of ['"><b>', "a b", "data.example:99999", "http://data.example", ""])
      expect(baseOf({ host, "x-forwarded-host": wrong })).toBeUndefined();
  });

  test("has the port and the prefix that a trusted proxy was asked at", () => {
    const proxied = { host: "data.example", "x-forwarded-port": "8443" };
    expect(baseOf(proxied)).toBe("http://data.example:8443");
    expect(baseOf({ ...proxied, "x-forwarded-host": "a.example:1" })).toBe("http://a.example:1");
    expect(baseOf({ ...proxied, "x-forwarded-port": "443", "x-forwarded-proto": "https" })).toBe(
      "https://data.example",
    );
    expect(baseOf({ ...proxied, "x-forwarded-prefix": "/chain/" })).toBe(
      "http://data.example:8443/chain",
    );
    for (const wrong of ["chain", "//chain", "/a?b", '/"><b>', "/a b"])
      expect(baseOf({ ...proxied, "x-forwarded-prefix": wrong })).toBeUndefined();
    expect(baseOf({ ...proxied, "x-forwarded-port": "8443x" })).toBeUndefined();
  });

  test("ignores the headers of an untrusted peer", () => {
    const headers = {
      ...{ "x-forwarded-host": "data.example", "x-forwarded-proto": "https" },
      ...{ "x-forwarded-port": "8443", "x-forwarded-prefix": "/chain" },
    };
    expect(baseOf({ ...headers, host: "service.test" }, "198.51.100.1")).toBe(
      "http://service.test",
    );
  });
});
