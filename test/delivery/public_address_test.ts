import { networkInterfaces } from "node:os";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";

import {
  isRefusedAddress,
  isRefusedHost,
  lookupPublic,
} from "../../src/delivery/_public_address.ts";
import { webhookSink } from "../../src/delivery/mod.ts";
import { SECRET } from "./_receiver.ts";

test.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:a00:1", "::127.0.0.1", "64:ff9b::7f00:1"],
  ...["64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:c0a8:101::1", "fc00::1", "fd12::1", "fe80::1"],
  // Forms that hold 127.0.0.1 or 10.0.0.1 outside the addresses that are routed: SIIT, ISATAP and some that are reserved.
  ...["::ffff:0:7f00:1", "::5efe:7f00:1", "::5efe:a00:1", "1000::1", "4000::7f00:1", "8000::1"],
  ...["64:ff9b:1::a00:1", "100::1", "5f00::1", "fe80::5efe:7f00:1", "::1.1.1.1"],
  ...["fec0::1", "ff02::1", "2001:db8::1", "fd00:ec2::254"],
])("%s is refused", (address) => {
  expect(isRefusedAddress(address)).toBe(true);
});

test.each([
  ...["1.1.1.1", "9.255.255.255", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1"],
  ...["192.167.255.255", "223.255.255.255", "2606:4700::1111", "::ffff:1.1.1.1"],
  ...["64:ff9b::101:101", "2002:101:101::1", "2a00::1"],
])("%s is allowed", (address) => {
  expect(isRefusedAddress(address)).toBe(false);
});

test("every address of this machine is refused", () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ address }) => !isRefusedAddress(address))).toEqual([]);
});

test.each([
  ...["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/"],
  ...["http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://localhost/", "http://LOCALHOST./"],
  ...["http://a.localhost/", "http://169.254.169.254./"],
])("the host of %s is refused", (url) => {
  expect(isRefusedHost(new URL(url).hostname)).toBe(true);
});

test("a URL of this machine is refused when the sink is made", () => {
  const make = (url: string) => () => webhookSink({ url, secrets: [SECRET] });
  expect(make("https://127.0.0.1/hook")).toThrow(
    "Cannot deliver to 127.0.0.1: it is this machine or in a private network; allowPrivate permits that.",
  );
  expect(make("https://[fd00::1]/hook?token=hidden")).toThrow(/^Cannot deliver to \[fd00::1\]: /);
  expect(make("http://my.example/hook")).toThrow(
    "Cannot deliver by webhooks: url must be an https URL (http only with allowPrivate) without user and password",
  );
  expect(make("https://user:hidden@my.example/")).toThrow(/without user and password$/);
  expect(make("no URL")).toThrow(RangeError);
});

afterEach(() => void vi.restoreAllMocks());

test("a name that resolves to a private address is refused before anything is connected to", async () => {
  const dns = process.getBuiltinModule("node:dns");
  let connections = 0;
  const server = createServer(() => undefined).on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const resolved = vi.spyOn(dns, "lookup").mockImplementation(((
    _name: string,
    _options: object,
    callback: (error: null, addresses: object[]) => void,
  ) =>
    callback(null, [
      { address: "1.1.1.1", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ])) as never);
  process.getBuiltinModule("node:module").syncBuiltinESMExports();
  const sink = webhookSink({ url: `https://rebinding.example:${port}/`, secrets: [SECRET] });
  await expect(sink.send({ id: "delta:blocks:abc", body: "{}" })).rejects.toMatchObject({
    code: "address_refused",
    retryable: false,
    message: expect.stringMatching(/^Cannot deliver to rebinding\.example \(127\.0\.0\.1\): /),
  });
  expect(resolved).toHaveBeenCalledTimes(1);
  expect(connections).toBe(0);
  resolved.mockRestore();
  process.getBuiltinModule("node:module").syncBuiltinESMExports();
  sink.close?.();
  await new Promise((resolve) => server.close(resolve));
});

test("a name of this machine is refused as it is resolved", async () => {
  const error = await new Promise((resolve) =>
    lookupPublic("localhost")("localhost", { all: true }, (failure) => resolve(failure)),
  );
  expect(error).toMatchObject({ code: "address_refused" });
});
