import { describe, expect, test } from "vitest";
import { type Member, SharedConnection } from "../../explorer/session/shared_connection.ts";

interface Sent {
  readonly id: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A connection whose service is the test, and members that write down what they are told. */
function open() {
  const sent: Sent[] = [];
  let isClosed = false;
  const connection = new SharedConnection({
    send: (text) => void sent.push(JSON.parse(text) as Sent),
    close: () => void (isClosed = true),
  });
  const join = (): { readonly member: Member; readonly told: string[] } => {
    const told: string[] = [];
    const member: Member = {
      opened: () => void told.push("open"),
      message: (text) => void told.push(text),
      closed: (code) => void told.push(`closed ${code}`),
    };
    connection.join(member);
    return { member, told };
  };
  return { connection, sent, join, isClosed: () => isClosed };
}

type Joined = ReturnType<ReturnType<typeof open>["join"]>;

const UNSUBSCRIBE = "chain_unsubscribe";

const call = (id: number, method: string, params: readonly unknown[]): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

describe("a shared connection", () => {
  test("is open for who joins before and after", () => {
    const { connection, join } = open();
    const early = join();
    expect(early.told).toEqual([]);
    connection.opened();
    expect([early.told, join().told]).toEqual([["open"], ["open"]]);
  });

  test("leads replies to who called, with the id of the call and every digit", () => {
    const { connection, sent, join } = open();
    const [one, other] = [join(), join()];
    connection.opened();
    connection.send(one.member, call(1, "chain_getInfo", []));
    connection.send(other.member, call(1, "chain_getInfo", []));
    expect(sent[0]?.id).not.toBe(sent[1]?.id);
    connection.message(`{"jsonrpc":"2.0","id":"${sent[1]?.id}","result":12345678901234567890}`);
    expect(one.told).toEqual(["open"]);
    expect(other.told).toEqual(["open", `{"jsonrpc":"2.0","id":1,"result":12345678901234567890}`]);
  });

  test("leads events to who subscribed", () => {
    const { connection, sent, join } = open();
    const [one, other] = [join(), join()];
    connection.opened();
    for (const [index, { member }] of [one, other].entries()) {
      connection.send(member, call(7, "chain_subscribe", [["blocks", "reorgs"][index]]));
      const id = sent[index]?.id;
      connection.message(
        JSON.stringify({ id, result: { subscription: `s${index}`, cursor: "c" } }),
      );
    }
    const event = '{"method":"chain_subscription","params":{"subscription":"s1","result":{}}}';
    connection.message(event);
    expect(one.told).not.toContain(event);
    expect(other.told).toContain(event);
  });

  test("subscribes once for members that ask for the same, each at the cursor that it is told", () => {
    const { connection, sent, join } = open();
    const members = [join(), join(), join()];
    const [one, other, late] = members as [Joined, Joined, Joined];
    connection.opened();
    connection.send(one.member, call(1, "chain_subscribe", ["blocks", {}]));
    connection.send(other.member, call(5, "chain_subscribe", ["blocks", {}]));
    expect(sent).toHaveLength(1);
    const result = { subscription: "s1", cursor: "c1" };
    connection.message(JSON.stringify({ id: sent[0]?.id, result }));
    expect(one.told.at(-1)).toBe(JSON.stringify({ id: 1, result }));
    expect(other.told.at(-1)).toBe(JSON.stringify({ id: 5, result }));
    const event = '{"params":{"subscription":"s1","result":{},"cursor":"c2"}}';
    connection.message(event);
    expect([one.told.at(-1), other.told.at(-1)]).toEqual([event, event]);

    connection.send(late.member, call(1, "chain_subscribe", ["blocks"]));
    expect(JSON.parse(late.told.at(-1) ?? "")).toMatchObject({
      result: { subscription: "s1", cursor: "c2" },
    });
    for (const { member } of [one, other]) connection.send(member, call(8, UNSUBSCRIBE, ["s1"]));
    expect(sent).toHaveLength(1);
    expect(JSON.parse(other.told.at(-1) ?? "")).toMatchObject({ id: 8, result: true });
    connection.send(late.member, call(9, UNSUBSCRIBE, ["s1"]));
    expect(sent.at(-1)).toMatchObject({ method: UNSUBSCRIBE, params: ["s1"] });
  });

  test("shares what is resumed only with who has seen the same", () => {
    const { connection, sent, join } = open();
    const members = [join(), join(), join()];
    const [one, same, behind] = members as [Joined, Joined, Joined];
    connection.opened();
    connection.send(one.member, call(1, "chain_subscribe", ["blocks", { after: "c5" }]));
    connection.send(same.member, call(1, "chain_subscribe", ["blocks", { after: "c5" }]));
    expect(sent).toHaveLength(1);
    connection.send(behind.member, call(1, "chain_subscribe", ["blocks", { after: "c4" }]));
    connection.send(behind.member, call(2, "chain_subscribe", ["blocks", {}]));
    expect(sent).toHaveLength(3);
  });

  test("tells all members that asked for the same of a refusal, and asks anew then", () => {
    const { connection, sent, join } = open();
    const members = [join(), join()];
    connection.opened();
    for (const { member } of members) connection.send(member, call(1, "chain_subscribe", ["no"]));
    connection.message(JSON.stringify({ id: sent[0]?.id, error: { code: -32602 } }));
    for (const { told } of members) expect(told.at(-1)).toContain("-32602");
    connection.send(members[0]?.member as Member, call(2, "chain_subscribe", ["no"]));
    expect(sent).toHaveLength(2);
  });

  test("ends the subscriptions of who leaves, also one whose reply comes later", () => {
    const { connection, sent, join, isClosed } = open();
    const [one, other] = [join(), join()];
    connection.opened();
    connection.send(one.member, call(1, "chain_subscribe", ["blocks"]));
    connection.message(JSON.stringify({ id: sent[0]?.id, result: { subscription: "s1" } }));
    connection.send(one.member, call(2, "chain_subscribe", ["reorgs"]));
    expect(connection.leave(one.member)).toBe(false);
    expect(sent.at(-1)).toMatchObject({ method: "chain_unsubscribe", params: ["s1"] });
    connection.message(JSON.stringify({ id: sent[1]?.id, result: { subscription: "s2" } }));
    expect(sent.at(-1)).toMatchObject({ method: "chain_unsubscribe", params: ["s2"] });
    const before = sent.length;
    connection.message(JSON.stringify({ id: sent.at(-1)?.id, result: true }));
    expect([sent.length, isClosed()]).toEqual([before, false]);
    expect([connection.leave(other.member), isClosed()]).toEqual([true, true]);
    expect(connection.leave(other.member)).toBe(false);
  });

  test("tells everybody when it is closed", () => {
    const { connection, join } = open();
    const [one, other] = [join(), join()];
    connection.closed(1006, "");
    expect([one.told, other.told]).toEqual([["closed 1006"], ["closed 1006"]]);
  });
});
