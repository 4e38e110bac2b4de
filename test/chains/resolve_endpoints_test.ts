import { describe, expect, test } from "vitest";
import { resolveEndpoints, selectChain } from "../../src/chains/mod.ts";

describe("resolveEndpoints()", () => {
  test("finds every server of a segment below one origin", () => {
    expect(resolveEndpoints("alpha-testnet", "https://api.example/")).toEqual({
      rest: "https://api.example/v1/alpha-testnet",
      servers: {
        rest: "https://api.example/v1/alpha-testnet",
        "{apiHost}/v1": "https://api.example/v1",
      },
      rpc: "https://api.example/rpc/alpha-testnet",
      ws: "wss://api.example/ws/alpha-testnet",
    });
  });

  test("takes each server by itself, as the interface gives them", () => {
    const endpoints = {
      apiHost: "https://api.example",
      rpcUrl: "https://delta-rpc.example/",
      wsUrl: "wss://delta-ws.example",
    };
    expect(resolveEndpoints("delta", endpoints)).toEqual({
      rest: "https://api.example/v1/delta",
      servers: {
        rest: "https://api.example/v1/delta",
        "{apiHost}/v1": "https://api.example/v1",
      },
      rpc: "https://delta-rpc.example",
      ws: "wss://delta-ws.example",
    });
    expect(resolveEndpoints("delta", { apiHost: "http://a.test" })).toMatchObject({
      rpc: undefined,
      ws: undefined,
    });
  });

  test("takes URL objects", () => {
    const whole = resolveEndpoints("delta", "https://api.example/base/");
    expect(resolveEndpoints("delta", new URL("https://api.example/base/"))).toEqual(whole);
    const { href } = new URL("https://api.example/base/");
    const ofAnotherRealm = Object.assign(Object.create(null), { href }) as URL;
    expect(resolveEndpoints("delta", ofAnotherRealm)).toEqual(whole);
    const parts = {
      apiHost: new URL("https://api.example"),
      rpcUrl: new URL("https://rpc.example/?key=7"),
      wsUrl: new URL("wss://ws.example/"),
    };
    expect(resolveEndpoints("delta", parts)).toMatchObject({
      servers: { "{apiHost}/v1": "https://api.example/v1" },
      rpc: "https://rpc.example?key=7",
      ws: "wss://ws.example",
    });
  });

  test.each([
    ["http://a.test?secret=1", "endpoints must be", "got one with a query"],
    ["http://a.test/?", "endpoints must be", "got one with a query"],
    ["http://a.test#secret", "endpoints must be", "got one with a hash"],
    ["http://me:secret@a.test", "endpoints must be", "got one with credentials"],
    [new URL("http://me:secret@a.test"), "endpoints must be", "got one with credentials"],
    ["ftp://me:secret@a.test", "endpoints must be", "got another string"],
    [5, "endpoints must be", "got 5"],
    [null, "endpoints must be", "got null"],
    [{}, "endpoints.apiHost must be", "got nothing"],
    [{ apiHost: "http://a.test?secret=1" }, "endpoints.apiHost must be", "a query"],
    [{ apiHost: "http://a.test", rpcUrl: 7n }, "endpoints.rpcUrl must be", "got 7n"],
    [{ apiHost: "http://a.test", wsUrl: "ws://a.test/#" }, "endpoints.wsUrl must be", "a hash"],
    [
      { apiHost: "http://a.test", rpcUrl: "http://a.test/rpc/alpha/" },
      "endpoints.rpcUrl must be",
      "got one with a path of alpha",
    ],
    [
      { apiHost: "http://a.test", wsUrl: "ws://a.test/b/ws/delta-testnet?key=secret" },
      "endpoints.wsUrl must be",
      "got one with a path of delta-testnet",
    ],
    [
      "http://a.test/v1/alpha",
      "endpoints must be",
      "got one with the path /v1/alpha: leave it out",
    ],
    [
      "http://a.test/v1/delta",
      "endpoints must be",
      "got one with the path /v1/delta: leave it out",
    ],
    ["http://a.test/v1/delta/blocks", "endpoints must be", "got one with the path /v1/delta:"],
    ["http://a.test/v1", "endpoints must be", "got one with the path /v1: leave it out"],
    ["http://a.test/b/rpc//", "endpoints must be", "got one with the path /rpc: leave it out"],
    [{ apihost: "http://a.test" }, "there is no option apihost", "Did you mean apiHost?"],
    [{ apiHost: "http://a.test", rpc: "http://b.test" }, "no option rpc", "apiHost, rpcUrl, wsUrl"],
  ])("refuses %o and names what it was", (endpoints, name, got) => {
    const resolve = () => resolveEndpoints("delta", endpoints as never);
    expect(resolve).toThrow(TypeError);
    expect(resolve).toThrow(name);
    expect(resolve).toThrow(got);
    expect(resolve).not.toThrow("secret");
  });
});

test("resolveEndpoints() takes URLs of its own segment, and those that name none", () => {
  const urls = { rpcUrl: "http://a.test/rpc/delta", wsUrl: "ws://a.test/alpha" };
  expect(resolveEndpoints("delta", { apiHost: "http://a.test/v1", ...urls })).toMatchObject({
    rpc: urls.rpcUrl,
    ws: urls.wsUrl,
  });
});

describe("selectChain()", () => {
  test("proposes the segment that was meant", () => {
    expect(() => selectChain("Delta" as never)).toThrow('got "Delta". Did you mean delta?');
    expect(() => selectChain("delta_testnet" as never)).toThrow("Did you mean delta-testnet?");
  });

  test("splits a segment into chain and network", () => {
    expect(selectChain("delta-testnet")).toEqual({
      segment: "delta-testnet",
      chain: "delta",
      network: "testnet",
      addressPrefix: "dx1",
    });
  });

  test.each(["gamma", "", "__proto__", "toString", undefined])("refuses %j", (segment) => {
    expect(() => selectChain(segment as never)).toThrow("one of alpha, alpha-testnet");
  });
});
