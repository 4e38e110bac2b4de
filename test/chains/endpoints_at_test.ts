import { expect, test } from "vitest";
import { endpointsAt, resolveEndpoints } from "../../src/chains/mod.ts";

test.each(["http://127.0.0.1:8645", "https://api.example"])(
  "endpointsAt() gives what resolveEndpoints() does of %s",
  (origin) => {
    expect(endpointsAt("delta", origin)).toEqual(resolveEndpoints("delta", origin));
  },
);

test.each([
  "http://me:secret@a.test",
  "http://a.test/",
  "http://a.test/secret",
  "http://a.test?secret",
  "http://a.test#secret",
  "ftp://a.test",
  "http://a.test\\secret",
  "http://a.test:secret",
  "secret",
  undefined,
])("endpointsAt() refuses %o, and does not repeat it", (origin) => {
  const open = () => endpointsAt("delta", origin as never);
  expect(open).toThrow(TypeError);
  expect(open).toThrow("expected an origin http://… or https://…");
  expect(open).not.toThrow("secret");
});
