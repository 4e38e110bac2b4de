import { describe, expect, test } from "vitest";
import { subjectOfAddress } from "../../../../src/service/access/identity.ts";

const PROXIES = new Set(["10.0.0.1", "10.0.0.2", "fd00::1"]);

function subject(address: string, forwardedFor?: string): string {
  return subjectOfAddress({ address, forwardedFor, trustedProxies: PROXIES });
}

describe("subjectOfAddress()", () => {
  test("is the peer's address in one spelling", () => {
    expect(subject("192.0.2.7")).toBe("address:192.0.2.7");
    for (const mapped of [
      "::ffff:192.0.2.7",
      "::FFFF:192.0.2.7",
      "::ffff:c000:207",
      "0:0:0:0:0:ffff:192.0.2.7",
    ]) {
      expect(subject(mapped)).toBe("address:192.0.2.7");
    }
  });

  test("is the network of an IPv6 address", () => {
    expect(subject("2001:db8:1:2:3:4:5:6")).toBe("address:2001:db8:1:2::/64");
    expect(subject("2001:DB8:1:2::9")).toBe("address:2001:db8:1:2::/64");
    expect(subject("2001:db8::1")).toBe("address:2001:db8:0:0::/64");
    expect(subject("::1")).toBe("address:0:0:0:0::/64");
    expect(subject("fe80::1%eth0")).toBe("address:fe80:0:0:0::/64");
  });

  test("ignores what an untrusted peer claims", () => {
    expect(subject("192.0.2.7", "198.51.100.1")).toBe("address:192.0.2.7");
  });

  test("trusts proxies from the right", () => {
    expect(subject("10.0.0.1", "198.51.100.1")).toBe("address:198.51.100.1");
    expect(subject("10.0.0.1", "203.0.113.9, 198.51.100.1, 10.0.0.2")).toBe("address:198.51.100.1");
    expect(subject("10.0.0.1", "198.51.100.1:50123")).toBe("address:198.51.100.1");
    expect(subject("fd00::1", "[2001:db8:1:2::5]:443")).toBe("address:2001:db8:1:2::/64");
  });

  test("uses the last address that it can parse", () => {
    expect(subject("10.0.0.1")).toBe("address:10.0.0.1");
    expect(subject("10.0.0.1", "unknown")).toBe("address:10.0.0.1");
    for (const odd of ["...", "1.", "127.1", "2130706433", "198.51.100.1,", "", ", ,"]) {
      expect(subject("10.0.0.1", odd)).toBe("address:10.0.0.1");
    }
    expect(subject("10.0.0.1", "evil.test, 10.0.0.2")).toBe("address:10.0.0.2");
  });
});
