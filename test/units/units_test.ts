import { describe, expect, test } from "vitest";
import {
  decodeAmount,
  encodeAmount,
  formatAddress,
  formatHex,
  formatToken,
  formatUnits,
  fromUnixSeconds,
  isAddress,
  isHex,
  parseAddress,
  parseHex,
  parseUnits,
  toJson,
  toUnixSeconds,
} from "../../src/units/mod.ts";
import { forSeeds } from "../_random.ts";

const ADDRESS = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";

describe("amounts", () => {
  test("keep every digit when decoded and encoded", () => {
    const text = "123456789012345678901234567890";
    expect(decodeAmount(text)).toBe(123456789012345678901234567890n);
    expect(encodeAmount(decodeAmount(text))).toBe(text);
  });

  test("are limited in length, so that parsing never takes seconds", () => {
    expect(() => decodeAmount("1".repeat(1_001))).toThrow(RangeError);
    expect(decodeAmount("1".repeat(1_000)) % 10n).toBe(1n);
  });

  test.each(["", "1.5", "1e3", "0x10", " 1", "+1", "1 000"])("are not %j", (text) => {
    expect(() => decodeAmount(text)).toThrow(SyntaxError);
  });
});

describe("units", () => {
  test.each([
    ["1.5", 8, 150_000_000n],
    ["0", 18, 0n],
    ["-0.000001", 6, -1n],
    ["12", 0, 12n],
    ["0.5000", 1, 5n],
    ["123456789012345678901234567890.123456789", 9, 123456789012345678901234567890123456789n],
  ])("%s with %i decimals are parsed exactly", (text, decimals, amount) => {
    expect(parseUnits(text, decimals)).toBe(amount);
  });

  test.each([
    [150_000_000n, 8, "1.5"],
    [0n, 18, "0"],
    [-1n, 6, "-0.000001"],
    [12n, 0, "12"],
    [-1_200n, 2, "-12"],
    [10n ** 30n, 18, "1000000000000"],
  ])("%s with %i decimals are formatted without trailing zeros", (amount, decimals, text) => {
    expect(formatUnits(amount, decimals)).toBe(text);
  });

  test("an amount of a token has its decimals and symbol", () => {
    expect(formatToken(1_500_000n, { symbol: "GLD", decimals: 6 })).toBe("1.5 GLD");
    expect(() => formatToken(1n, { symbol: "GLD", decimals: -1 })).toThrow(RangeError);
  });

  test("round-trip through parse and format", () =>
    forSeeds(200, async (random) => {
      const decimals = random.upTo(30);
      const digits = Array.from({ length: random.upTo(40) + 1 }, () => random.upTo(9)).join("");
      const amount = BigInt(digits) * (random.upTo(1) ? 1n : -1n);
      expect(parseUnits(formatUnits(amount, decimals), decimals)).toBe(amount);
    }));

  test.each(["", ".5", "5.", "1e3", "0x10", " 1", "+1", "1,5", "1 000", "--1", "1.2.3"])(
    "are not %j",
    (text) => {
      expect(() => parseUnits(text, 8)).toThrow(SyntaxError);
    },
  );

  test("are not rounded", () => {
    expect(() => parseUnits("0.123", 2)).toThrow(
      'Cannot parse units: "0.123" has 3 decimals, the token has 2',
    );
  });

  test("are refused where they are longer than any amount", () => {
    const message = "Cannot parse units: expected at most 1000 characters, got 1001";
    expect(() => parseUnits("9".repeat(1_001), 8)).toThrow(new RangeError(message));
    expect(parseUnits("9".repeat(1_000), 0)).toBe(10n ** 1_000n - 1n);
  });

  test.each([-1, 1.5, 256, Number.NaN])("have no %d decimals", (decimals) => {
    expect(() => parseUnits("1", decimals)).toThrow(RangeError);
    expect(() => formatUnits(1n, decimals)).toThrow(RangeError);
  });
});

describe("hex", () => {
  test("gives its bytes and takes them", () => {
    expect(parseHex("0xFF00a1")).toEqual(Uint8Array.from([255, 0, 161]));
    expect(formatHex(Uint8Array.from([255, 0, 161]))).toBe("0xff00a1");
    expect(parseHex("0x")).toEqual(new Uint8Array());
  });

  test.each(["", "ff", "0xf", "0xzz", "0X00", "0x00 "])("is not %j", (text) => {
    expect(isHex(text)).toBe(false);
    expect(() => parseHex(text)).toThrow(SyntaxError);
  });

  test("is not repeated whole in a message", () => {
    const secret = `0x${"ab".repeat(200)}z`;
    expect(() => parseHex(secret)).toThrow("(403 characters)");
  });
});

describe("addresses", () => {
  test("are parsed and formatted again", () => {
    const parts = parseAddress(ADDRESS);
    expect(parts.prefix).toBe("dx");
    expect(parts.bytes).toHaveLength(20);
    expect(formatAddress(parts)).toBe(ADDRESS);
    expect(isAddress(ADDRESS, "dx")).toBe(true);
    expect(isAddress(ADDRESS, "ax")).toBe(false);
  });

  test.each([
    ["a wrong character", `${ADDRESS.slice(0, -1)}b`],
    ["a wrong checksum", `${ADDRESS.slice(0, -1)}q`],
    ["capitals", ADDRESS.toUpperCase()],
    ["another length", ADDRESS.slice(0, -2)],
    ["nothing", ""],
  ])("with %s are refused", (_, text) => {
    expect(isAddress(text)).toBe(false);
    expect(() => parseAddress(text)).toThrow(SyntaxError);
  });

  test("have 20 bytes", () => {
    expect(() => formatAddress({ prefix: "dx", bytes: new Uint8Array(19) })).toThrow("got 19");
  });
});

describe("times", () => {
  test("are Unix seconds", () => {
    expect(fromUnixSeconds(1_767_225_600).toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(toUnixSeconds(new Date(1_767_225_600_999))).toBe(1_767_225_600);
    expect(() => fromUnixSeconds(Number.NaN)).toThrow(RangeError);
  });
});

describe("JSON", () => {
  test("holds amounts as decimal strings, at any depth", () => {
    const value = { height: 7, balances: [12345678901234567890n, { staked: -1n }] };
    expect(toJson(value)).toBe('{"height":7,"balances":["12345678901234567890",{"staked":"-1"}]}');
    expect(toJson(5n, 2)).toBe('"5"');
    expect(toJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
  });

  test("is null for what JSON does not have, and name and message for an error", () => {
    expect([undefined, null, () => 1].map((value) => toJson(value))).toEqual([
      "null",
      "null",
      "null",
    ]);
    expect(toJson({ error: new RangeError("too large") })).toBe(
      '{"error":{"name":"RangeError","message":"too large"}}',
    );
  });

  test("refuses a value that holds itself", () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(() => toJson(loop)).toThrow(TypeError);
  });
});
