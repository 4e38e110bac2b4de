import { describe, expect, test } from "vitest";
import { resolveEndpoints, selectChain } from "../../src/chains/mod.ts";

describe("resolveEndpoints()", () => {
  test("finds every server of a segment below one origin", () => {
    expect(resolveEndpoints("alpha-testnet", "https://api.example/")).toEqual({
      rest: "https://api.example/v1/alpha-testnet",
      keys: "https://api.example/v1",
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
      keys: "https://api.example/v1",
      rpc: "https://delta-rpc.example",
      ws: "wss://delta-ws.example",
    });
    expect(resolveEndpoints("delta", { apiHost: "http://a.test" })).toMatchObject({
      rpc: undefined,
      ws: undefined,
    });
  });
});

describe("selectChain()", () => {
  test("takes a segment apart", () => {
    expect(selectChain("delta-testnet")).toEqual({
      segment: "delta-testnet",
      chain: "delta",
      network: "testnet",
      addressPrefix: "dx1",
    });
  });

  test.each(["gamma", "", "__proto__", "toString", undefined])("refuses %j", (segment) => {
    expect(() => selectChain(segment as never)).toThrow('one of "alpha", "alpha-testnet"');
  });
});
