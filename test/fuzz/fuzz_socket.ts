import { randomBytes } from "node:crypto";
import { LIMITS } from "../../src/generated/limits.gen.ts";
import { selectChain } from "../../src/chains/mod.ts";
import { checkRpcAnswer } from "../exchange_runner/check_rpc_answer.ts";
import type { Chance } from "./chance.ts";
import type { Verdict } from "./check_answer.ts";
import type { FuzzContext } from "./fuzz_context.ts";
import type { Outcome } from "./fuzz_http.ts";
import { mutateBytes } from "./mutate_bytes.ts";
import { mutateJson } from "./mutate_json.ts";
import { sendBytes } from "./send_bytes.ts";

const CLOSE_CODES = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1013];
const HANDSHAKE_END = "\r\n\r\n";
const LAST_ID = "the last call";
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;

/** A frame as it is written; the mask is all zeros, which is allowed. */
function frame(
  opcode: number,
  payload: Buffer,
  options: { readonly first?: number; readonly isBare?: boolean } = {},
): Buffer {
  const { first = 0x80 | opcode, isBare = false } = options;
  const mark = isBare ? 0 : 0x80;
  const { length } = payload;
  const mask = isBare ? Buffer.alloc(0) : Buffer.alloc(4);
  if (length < 126) return Buffer.concat([Buffer.from([first, mark | length]), mask, payload]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = first;
  if (length < 65_536) {
    head[1] = mark | 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = mark | 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, mask, payload]);
}

const TOPICS = [
  "blocks",
  "transactions",
  "pending_transactions",
  "reorgs",
  "validators",
  "nothing",
  "__proto__",
];

const ADDRESSES = [
  "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz",
  "dx105hrtvxjuayvxcnzwpwqncfy5sp769nrdmnavq",
];

/** Begins a subscription, or changes the addresses of one. */
function socketCall(chance: Chance): object {
  const addresses = ADDRESSES.filter(() => chance.happens(0.5));
  const filters = [undefined, {}, { after: "x" }, { address: "dx1" }, { type: "transfer" }];
  const filter = chance.pick([...filters, { addresses }]);
  const change = chance.pick([{ add: addresses }, { remove: addresses }, {}]);
  const calls = [
    { method: "chain_subscribe", params: [chance.pick(TOPICS), ...(filter ? [filter] : [])] },
    { method: "chain_subscribe", params: ["transactions", { addresses }] },
    { method: "chain_updateSubscription", params: [chance.pick(["s1", "s2", "s3"]), change] },
  ];
  return { jsonrpc: "2.0", id: chance.below(9), ...chance.pick(calls) };
}

function message(chance: Chance, { seeds, methods }: FuzzContext): Buffer {
  const call = socketCall(chance);
  // As it is, so that there are subscriptions to change.
  if (chance.happens(0.2)) return Buffer.from(JSON.stringify(call));
  const posted = chance.pick(seeds).body ?? Buffer.from(JSON.stringify(call));
  if (chance.happens(0.3))
    return Buffer.from(JSON.stringify(mutateJson(call, chance, methods)) ?? "");
  if (chance.happens(0.3)) return mutateBytes(posted, chance);
  try {
    return Buffer.from(
      JSON.stringify(mutateJson(JSON.parse(posted.toString()), chance, methods)) ?? "",
    );
  } catch {
    return posted;
  }
}

/** One frame, or the fragments of one. */
function mutatedFrames(chance: Chance, context: FuzzContext): Buffer {
  const payload = message(chance, context);
  const at = chance.below(payload.length + 1);
  const [head, tail] = [payload.subarray(0, at), payload.subarray(at)];
  const whole = (): Buffer => frame(TEXT, payload);
  return chance.pick([
    ...Array.from({ length: 24 }, () => whole),
    () => Buffer.concat([frame(TEXT, head, { first: TEXT }), frame(0, tail)]),
    () =>
      Buffer.concat([
        frame(TEXT, head, { first: TEXT }),
        frame(PING, Buffer.from("x")),
        frame(0, tail),
      ]),
    () => frame(PING, payload.subarray(0, 125)),
    () => frame(10, payload.subarray(0, 125)),
    () => frame(BINARY, payload),
    () => frame(TEXT, Buffer.from([0xff, 0xfe])),
    () => frame(TEXT, payload, { isBare: true }),
    () => frame(3 + chance.below(5), payload),
    () => frame(TEXT, payload, { first: 0xc1 }),
    () => frame(0, payload),
    () => frame(PING, Buffer.alloc(126)),
    () =>
      frame(
        CLOSE,
        Buffer.from(chance.pick([[], [3], [3, 232], [0, 0], [255, 255], [3, 237, 255]])),
      ),
    () => Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    () => frame(TEXT, Buffer.alloc(LIMITS.bodyBytes + chance.below(3) - 1, " ")),
    () => mutateBytes(whole(), chance),
  ])();
}

/**
 * Opens a WebSocket and sends `count` mutated frames, then a call. The service must answer the call, or close with a
 * code; what it sends meanwhile must be replies and events.
 */
export async function fuzzSocket(
  chance: Chance,
  context: FuzzContext,
  count: number,
): Promise<Outcome> {
  const segment = chance.pick(["alpha", "delta"] as const);
  const key = randomBytes(16).toString("base64");
  const handshake = Buffer.from(
    `GET /ws/${segment} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  const frames = Array.from({ length: count }, () => mutatedFrames(chance, context));
  const last = frame(
    TEXT,
    Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: LAST_ID, method: "chain_getInfo" })),
  );
  const { bytes, hangs } = await sendBytes(context.origin, {
    pieces: [handshake, ...frames, last],
    ends: chance.happens(0.1),
    // A frame that was cut short, or tells a length of its own, swallows what follows.
    patience: 1_000,
    isDone: (received) =>
      received.includes(LAST_ID) && received.subarray(received.lastIndexOf(LAST_ID)).includes("}"),
    deadline: context.deadline,
  });
  return {
    sent: Buffer.concat([...frames, last]),
    verdicts: judge(bytes, hangs, segment, context),
  };
}

function judge(
  bytes: Buffer,
  hangs: boolean,
  segment: "alpha" | "delta",
  context: FuzzContext,
): Verdict[] {
  const start = bytes.indexOf(HANDSHAKE_END);
  if (!bytes.subarray(0, 12).equals(Buffer.from("HTTP/1.1 101"))) {
    return [{ kind: "no WebSocket", problems: [bytes.toString("latin1", 0, 200)] }];
  }
  const verdicts: Verdict[] = [];
  for (const { opcode, payload } of readFrames(bytes.subarray(start + HANDSHAKE_END.length))) {
    if (opcode === CLOSE) {
      const code = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
      const isKnown = CLOSE_CODES.includes(code) || code === 1005;
      verdicts.push({ kind: `close ${code}`, problems: isKnown ? [] : ["no such close code"] });
    } else if (opcode === TEXT) verdicts.push(judgeMessage(payload.toString(), segment, context));
  }
  if (hangs) verdicts.push({ kind: "hang", problems: ["nothing came, and the connection stays"] });
  return verdicts;
}

function judgeMessage(
  text: string,
  segment: "alpha" | "delta",
  { contract }: FuzzContext,
): Verdict {
  const body = JSON.parse(text) as {
    readonly method?: string;
    readonly error?: { readonly code: number };
  };
  if (body.method === "chain_subscription") return { kind: "event", problems: [] };
  const selection = selectChain(segment);
  const problems = checkRpcAnswer({ selection, request: undefined, reply: body }, contract);
  const internal = text.includes("-32603") ? ["the error is internal"] : [];
  const kind = Array.isArray(body) ? "message batch" : `message ${body.error?.code ?? "result"}`;
  return { kind, problems: [...problems, ...internal] };
}

function* readFrames(
  bytes: Buffer,
): Generator<{ readonly opcode: number; readonly payload: Buffer }> {
  let at = 0;
  while (at + 2 <= bytes.length) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const size = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (at + size > bytes.length) return;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    if (at + size + length > bytes.length) return;
    yield {
      opcode: (bytes[at] ?? 0) & 0x0f,
      payload: bytes.subarray(at + size, at + size + length),
    };
    at += size + length;
  }
}
