import { describe, expect, test } from "vitest";
import {
  formatAddress,
  formatAmount,
  formatHex,
  formatTime,
  isAddress,
  isHex,
  parseAddress,
  parseAmount,
  parseHex,
  parseTime,
} from "../../src/units/mod.ts";

const ADDRESS = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";

describe("amounts", () => {
  test("keep every digit on the way in and out", () => {
    const text = "123456789012345678901234567890";
    expect(parseAmount(text)).toBe(123456789012345678901234567890n);
    expect(formatAmount(parseAmount(text))).toBe(text);
  });

  test("are not longer than any that is meant, so that none takes seconds", () => {
    expect(() => parseAmount("1".repeat(1_001))).toThrow(RangeError);
    expect(parseAmount("1".repeat(1_000)) % 10n).toBe(1n);
  });

  test.each(["", "1.5", "1e3", "0x10", " 1", "+1", "1 000"])("are not %j", (text) => {
    expect(() => parseAmount(text)).toThrow(SyntaxError);
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
  test("come apart and together again", () => {
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
    expect(parseTime(1_767_225_600).toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(formatTime(new Date(1_767_225_600_999))).toBe(1_767_225_600);
    expect(() => parseTime(Number.NaN)).toThrow(RangeError);
  });
});
