import { expect, test } from "vitest";
import { isAddressRange } from "../../../../src/ip_addresses.ts";
import { TrustedProxies } from "../../../../src/service/access/identity.ts";

test("TrustedProxies contains every address of a range and no other", () => {
  const proxies = new TrustedProxies(["10.0.0.1", "172.16.0.0/12", "fd11::/16", "::1"]);
  const inside = ["10.0.0.1", "172.16.0.1", "172.31.255.1", "fd11:2::3", "::1"];
  const outside = ["10.0.0.2", "172.32.0.1", "fd12::3", "::2", ""];
  expect(inside.filter((address) => !proxies.has(address))).toEqual([]);
  expect(outside.filter((address) => proxies.has(address))).toEqual([]);
});

test("isAddressRange() takes addresses and CIDR notation alone", () => {
  const right = ["10.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "fd00::/8", "2001:db8::/128"];
  const wrong = [
    "",
    "proxy.test",
    "10.0.0.1/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "::/129",
    "/8",
    "10.0/8",
  ];
  expect(right.filter((text) => !isAddressRange(text))).toEqual([]);
  expect(wrong.filter(isAddressRange)).toEqual([]);
});
