import { expect, test } from "vitest";
import { Webhook } from "standardwebhooks";

import { createSign } from "../../src/delivery/_sign.ts";
import { webhookSink } from "../../src/delivery/mod.ts";
import { OTHER_SECRET, Receiver, SECRET } from "./_receiver.ts";

test("a message has the signature of the scheme's own example", () => {
  const sign = createSign(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]);
  const headers = sign(
    "msg_p5jXN8AQM9LWM0D4loKWxJek",
    '{"test": 2432232314}',
    new Date(1614265330_000),
  );
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("with two secrets, a receiver verifies with either, and with no other", () => {
  const body = '{"amount":"12","name":"Zürich 🏔"}';
  const headers = { ...createSign([SECRET, OTHER_SECRET])("delta:blocks:abc", body, new Date()) };
  expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(OTHER_SECRET).verify(body, headers)).toEqual(JSON.parse(body));
  const third = `whsec_${Buffer.alloc(32, "third").toString("base64")}`;
  expect(() => new Webhook(third).verify(body, headers)).toThrow("No matching signature found");
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow(
    "No matching signature found",
  );
});

test("a receiver that still has the old secret takes what is signed with both", async () => {
  const receiver = await Receiver.open(undefined, OTHER_SECRET);
  const { url } = receiver;
  const sink = webhookSink({ url, secrets: [SECRET, OTHER_SECRET], allowPrivate: true });
  const body = '{"type":"blocks","data":{"events":[]}}';
  expect(await sink.send({ id: "delta:blocks:abc", body })).toBe(204);
  expect(receiver.requests[0]).toMatchObject({ id: "delta:blocks:abc", body });
  sink.close?.();
  await receiver.close();
});

test.each([
  ["none", []],
  ["three", [SECRET, SECRET, SECRET]],
  ["one without its prefix", [SECRET.slice(6)]],
  ["one that is no base64", ["whsec_not-base64-at-all-but-a-password!"]],
  ["one that is too short", [`whsec_${Buffer.alloc(23, 1).toString("base64")}`]],
  ["one that is too long", [`whsec_${Buffer.alloc(65, 1).toString("base64")}`]],
])("secrets are refused without being told: %s", (_, secrets) => {
  let message = "";
  try {
    createSign(secrets);
  } catch (error) {
    message = String(error);
  }
  expect(message).toMatch(
    /^TypeError: Cannot sign with (?:secret 1: secrets must be whsec_|[03] )/,
  );
  for (const secret of secrets) expect(message).not.toContain(secret.slice(6, 20));
});
