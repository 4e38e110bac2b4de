import { bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import { isAddressOf } from "../../../../src/service/api/context/is_address_of.ts";
import { formatAddress, isAddress } from "../../../../src/units/mod.ts";

const DIGITS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Addresses of bytes that a seed gives, of two prefixes. */
function addresses(): string[] {
  return Array.from({ length: 50 }, (_, seed) => {
    const bytes = Uint8Array.from({ length: 20 }, (__, at) => (seed * 31 + at * at * 7) & 255);
    return formatAddress({ prefix: seed % 2 === 0 ? "ax" : "dx", bytes });
  });
}

/** An address with each of its characters replaced by others in turn, and in other forms. */
function wrongOnes(address: string): string[] {
  const changed = Array.from(address).flatMap((_, at) =>
    Array.from(`${DIGITS}1béQ`).map((by) => address.slice(0, at) + by + address.slice(at + 1)),
  );
  const bech32 = `${address.slice(0, -1)}${DIGITS[(DIGITS.indexOf(address.at(-1) ?? "") + 1) % 32]}`;
  const forms = [
    "",
    "dx",
    "dx1",
    address.toUpperCase(),
    `${address}q`,
    address.slice(0, -1),
    bech32,
  ];
  return [...changed.filter((text) => text !== address), ...forms];
}

describe("isAddressOf()", () => {
  it("takes every address of its prefix and no other", () => {
    for (const address of addresses()) {
      expect(isAddressOf("ax", address)).toBe(address.startsWith("ax1"));
      expect(isAddressOf("dx", address)).toBe(address.startsWith("dx1"));
    }
  });

  it("takes and refuses what isAddress() does, whatever is wrong", () => {
    for (const text of addresses().slice(0, 6).flatMap(wrongOnes)) {
      expect([text, isAddressOf("dx", text)]).toEqual([text, isAddress(text, "dx")]);
    }
  });

  it("refuses a letter that is no digit where the rest is right without it", () => {
    const shorter = bech32m.encode(
      "dx",
      Array.from({ length: 31 }, () => 7),
    );
    expect(isAddressOf("dx", `${shorter}b`)).toBe(false);
  });
});
