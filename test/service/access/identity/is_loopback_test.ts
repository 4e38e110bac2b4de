import { expect, test } from "vitest";
import { isLoopback } from "../../../../src/ip_addresses.ts";
import { isLoopbackHost, isLoopbackName } from "../../../../src/service/access/identity.ts";

test.each(["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"])("%s is loopback", (address) => {
  expect(isLoopback(address)).toBe(true);
});

test.each(["", "0.0.0.0", "128.0.0.1", "127.0.0.256", "127.1", "::", "::2", "::ffff:10.0.0.1"])(
  "%j is not loopback",
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);

test.each(["localhost", "LOCALHOST:80", "127.0.0.1", "127.9.9.9:8645", "[::1]", "[::1]:8645"])(
  "the Host %s is loopback",
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

test.each([
  "",
  ":80",
  "a.test",
  "localhost.a.test",
  "a.localhost",
  "localhost:",
  "localhost:80:80",
  "localhost@a.test",
  "127.0.0.1.a.test",
  "127.0.0.1, a.test",
  "::1",
  "[::1",
  "[::2]",
  "0.0.0.0",
  "192.0.2.1:8645",
])("the Host %j is not loopback", (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

test("only names and addresses of this machine may be listened on", () => {
  expect(["localhost", "127.0.0.1", "::1"].every(isLoopbackName)).toBe(true);
  expect(["0.0.0.0", "::", "", "a.test", "192.0.2.1"].some(isLoopbackName)).toBe(false);
});
