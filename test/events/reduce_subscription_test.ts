import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RpcError, TransportError } from "../../src/mod.ts";
import { NoSubscriptions } from "../../src/events/_event_errors.ts";
import {
  newSubscription,
  reduceSubscription,
  statusOf,
  type SubscriptionEffects,
  type SubscriptionInput,
  type SubscriptionRules,
  type SubscriptionState,
} from "../../src/events/_reduce_subscription.ts";
import type { SubscriptionPhase } from "../../src/events/_slot.ts";

const RULES: SubscriptionRules = {
  topic: "blocks",
  segment: "delta",
  canBackfill: true,
  isLive: false,
  canPoll: true,
  onExpired: "error",
  fromHeight: undefined,
};

const LOST = new TransportError("network", "Lost", {});
const EXPIRED = new RpcError(-32004, "Cursor expired", undefined, {});
const REFUSED = new RpcError(-32602, "Invalid params", undefined, {});
const DOWN = new Error("Down");
const FAULT = new Error("Wrong");

/** A state of each phase, of a subscription that has received the event of cursor c1. */
const IN: { readonly [Phase in SubscriptionPhase]: SubscriptionState } = {
  connecting: state("connecting"),
  open: state("open"),
  paused: state("paused"),
  backfilling: state("backfilling"),
  polling: state("polling"),
  closed: state("closed"),
};

const RUNNING = Object.values(IN).filter(({ phase }) => phase !== "closed");

const NEW = newSubscription(null);

function state(phase: SubscriptionPhase): SubscriptionState {
  return { phase, isLate: false, cursor: "c1", hasBegun: true };
}

/** From a state, by an input, to what has changed of the state, with effects; under some rules. */
type Row = [
  name: string,
  from: SubscriptionState,
  input: SubscriptionInput,
  change: Partial<SubscriptionState>,
  effects: SubscriptionEffects,
  rules?: Partial<SubscriptionRules>,
];

function holds(...[, from, input, change, effects, rules]: Row): void {
  const [next, done] = reduceSubscription(from, input, { ...RULES, ...rules });
  // With a reason comes the error that it is of.
  const { error } = { ...input, ...effects.end } as { readonly error?: unknown };
  const told = change.reason !== undefined && error instanceof Error ? { error } : {};
  expect({ ...next }).toEqual({ ...from, ...change, ...told });
  expect(done).toEqual(effects);
}

function failure(error: unknown): SubscriptionEffects {
  return { end: { error } };
}

const CLOSED = { phase: "closed" } as const;
const CONNECTING = { phase: "connecting" } as const;
const BACKFILLING = { phase: "backfilling" } as const;
const POLLING = {
  phase: "polling",
  reason: "Lost",
  isTrying: false,
} as const;
const OTHER_TOPIC = { canBackfill: false, canPoll: false } as const;
const FALLBACK = { slot: true, read: "polling", fallback: LOST } as const;

describe("the start", () => {
  test.each<Row>([
    ["subscribes", NEW, { type: "start" }, CONNECTING, { slot: true }],
    [
      "continues after a cursor, whatever the height to begin at",
      newSubscription("c1"),
      { type: "start" },
      CONNECTING,
      { slot: true },
      { fromHeight: 5 },
    ],
    [
      "backfills from a height",
      NEW,
      { type: "start" },
      BACKFILLING,
      { slot: true, read: "backfilling" },
      { fromHeight: 5 },
    ],
    [
      "takes a position where a later backfill may need one",
      NEW,
      { type: "start" },
      BACKFILLING,
      { slot: true, read: "backfilling" },
      { onExpired: "backfill" },
    ],
    [
      "subscribes to topics that REST does not have",
      NEW,
      { type: "start" },
      CONNECTING,
      { slot: true },
      { canBackfill: false },
    ],
  ])("%s", holds);
});

describe("on a socket", () => {
  test.each<Row>([
    [
      "the reply makes it live",
      { ...NEW, phase: "connecting" },
      { type: "subscribed", cursor: "c0" },
      { phase: "open", cursor: "c0", hasBegun: true },
      { advanceTo: "c0", ready: true },
    ],
    [
      "the reply to a resumption keeps the cursor",
      IN.connecting,
      { type: "subscribed", cursor: "c9" },
      { phase: "open" },
      { advanceTo: "c1", ready: true },
    ],
    [
      "an event moves the cursor and is delivered",
      IN.open,
      { type: "event", result: 7, cursor: "c2" },
      { cursor: "c2" },
      { deliver: { type: "event", result: 7, cursor: "c2" } },
    ],
    ["a repeated event is not", IN.open, { type: "event", result: 7, cursor: "c1" }, {}, {}],
    [
      "a quiet one is advanced",
      IN.open,
      { type: "advanced", cursor: "c5" },
      { cursor: "c5" },
      { advanceTo: "c5" },
    ],
    [
      "one without a cursor is not advanced",
      { ...IN.open, cursor: null },
      { type: "advanced", cursor: "c5" },
      {},
      {},
    ],
    [
      "a loss makes it wait",
      IN.open,
      { type: "waiting", error: LOST },
      { phase: "connecting", isLate: true, reason: "Lost" },
      {},
    ],
    ["a full buffer pauses it", IN.open, { type: "full" }, { phase: "paused" }, { slot: true }],
    ["room resumes it", IN.paused, { type: "drained" }, CONNECTING, { slot: true }],
    [
      "an expired cursor is an error",
      IN.connecting,
      { type: "refused", error: EXPIRED, hasPosition: true },
      { ...CLOSED, reason: EXPIRED.message },
      failure(EXPIRED),
    ],
    [
      "or begins a backfill",
      IN.connecting,
      { type: "refused", error: EXPIRED, hasPosition: true },
      { ...BACKFILLING, reason: EXPIRED.message },
      { slot: true, read: "backfilling" },
      { onExpired: "backfill" },
    ],
    [
      "which needs a block to begin after",
      IN.connecting,
      { type: "refused", error: EXPIRED, hasPosition: false },
      { ...CLOSED, reason: EXPIRED.message },
      failure(EXPIRED),
      { onExpired: "backfill" },
    ],
    [
      "another refusal ends it",
      IN.connecting,
      { type: "refused", error: REFUSED, hasPosition: true },
      { ...CLOSED, reason: REFUSED.message },
      failure(REFUSED),
      { onExpired: "backfill" },
    ],
  ])("%s", holds);

  test.each<[string, SubscriptionState, SubscriptionInput, string]>([
    [
      "a resumption without a cursor",
      { ...IN.connecting, cursor: null },
      { type: "subscribed", cursor: null },
      "the service gave no cursor to resume from",
    ],
    [
      "a full buffer without a cursor",
      { ...IN.open, cursor: null },
      { type: "full" },
      "the buffer is full, and the service gave no cursor",
    ],
    [
      "polling after a cursor alone",
      IN.connecting,
      { type: "unreachable", error: LOST, hasPosition: false },
      "polling does not support cursors; pass fromHeight",
    ],
  ])("%s is a gap, and ends it", (_, from, input, message) => {
    const [next] = reduceSubscription(from, input, RULES);
    expect(next).toMatchObject(CLOSED);
    expect(next.reason).toContain("Cannot resume blocks without a gap");
    expect(next.reason).toContain(message);
  });
});

describe("through REST", () => {
  test.each<Row>([
    [
      "a finished backfill continues after its cursor",
      { ...IN.backfilling, cursor: null, hasBegun: false },
      { type: "backfilled", cursor: "c8" },
      { ...CONNECTING, cursor: "c8", hasBegun: true },
      { slot: true },
    ],
    [
      "without cursors, a subscription that has taken the newest block alone begins",
      { ...IN.backfilling, cursor: null, hasBegun: false },
      { type: "backfilled", cursor: null },
      CONNECTING,
      { slot: true },
    ],
    [
      "without cursors, one that has delivered something goes on from there",
      { ...IN.backfilling, cursor: null, hasBegun: false },
      { type: "reading" },
      { hasBegun: true },
      { ready: true },
    ],
    [
      "a fault is waited for",
      IN.backfilling,
      { type: "waiting", error: DOWN },
      { isLate: true, reason: "Down" },
      {},
    ],
    [
      "and passes",
      { ...IN.backfilling, isLate: true },
      { type: "reading" },
      { isLate: false },
      { ready: true },
    ],
    [
      "while polling too",
      { ...IN.polling, isLate: true },
      { type: "reading" },
      { isLate: false },
      { ready: true },
    ],
    [
      "a WebSocket that answers again ends polling",
      IN.polling,
      { type: "connected" },
      { ...BACKFILLING, reason: "WebSocket connected again" },
      { slot: true, read: "backfilling" },
    ],
  ])("%s", holds);
});

describe("without a WebSocket", () => {
  const unavailable = { type: "unavailable", error: LOST, hasPosition: true } as const;
  const unreachable = { type: "unreachable", error: LOST, hasPosition: true } as const;
  const trying = { isTrying: true };
  const late = { isLate: true, reason: "Lost" };

  test.each<Row>([
    [
      "that was open once, it tries REST",
      IN.connecting,
      unavailable,
      { ...late, ...trying },
      { tryPolling: LOST },
    ],
    ["also while it is paused", IN.paused, unavailable, trying, { tryPolling: LOST }],
    ["also while it backfills", IN.backfilling, unavailable, trying, { tryPolling: LOST }],
    [
      "also one that was just lost",
      IN.open,
      unavailable,
      { phase: "connecting", ...late, ...trying },
      { tryPolling: LOST },
    ],
    ["tries it once", { ...IN.connecting, ...trying }, unavailable, late, {}],
    ["does not try where polling is off", IN.connecting, unavailable, late, {}, { canPoll: false }],
    ["nor for other topics", IN.connecting, unavailable, late, {}, OTHER_TOPIC],
    ["nor after a cursor alone", IN.connecting, { ...unavailable, hasPosition: false }, late, {}],
    [
      "polls where REST answers",
      { ...IN.connecting, ...trying },
      { type: "pollable", error: LOST },
      POLLING,
      FALLBACK,
    ],
    [
      "waits on where REST does not answer",
      { ...IN.connecting, ...trying },
      { type: "unpollable" },
      { isTrying: false },
      {},
    ],
    [
      "no longer tries once one opens",
      { ...IN.connecting, ...trying },
      { type: "connected" },
      { isTrying: false },
      { tryPolling: false },
    ],
    ["that never was open, it polls at once", IN.connecting, unreachable, POLLING, FALLBACK],
    ["also while it backfills", IN.backfilling, unreachable, POLLING, FALLBACK],
    ["stays with polling", IN.polling, unreachable, {}, {}],
  ])("%s", holds);

  test.each([
    [{ canPoll: false }, "polling is off"],
    [OTHER_TOPIC, "polling supports only blocks and transactions"],
  ])("%j: it ends", (rules, why) => {
    const [next] = reduceSubscription(IN.connecting, unreachable, { ...RULES, ...rules });
    expect(next).toMatchObject(CLOSED);
    expect(next.reason).toContain(why);
  });
});

describe("the end", () => {
  test.each(RUNNING)("comes from $phase by the reader, an abort or a fault", (from) => {
    holds("", from, { type: "end" }, CLOSED, { discard: true, end: {} });
    const fault = { ...CLOSED, reason: "Wrong" };
    holds("", from, { type: "failed", error: FAULT }, fault, failure(FAULT));
    const aborted = { discard: true, ...failure(FAULT) } as const;
    holds("", from, { type: "end", error: FAULT }, fault, aborted);
  });

  test("is the last state", () => {
    const inputs: SubscriptionInput[] = [
      { type: "start" },
      { type: "connected" },
      { type: "connecting" },
      { type: "waiting", error: LOST },
      { type: "subscribed", cursor: "c2" },
      { type: "event", result: 1, cursor: "c2" },
      { type: "backfilled", cursor: "c2" },
      { type: "pollable", error: LOST },
      { type: "failed", error: FAULT },
    ];
    for (const input of inputs) holds("", IN.closed, input, {}, {});
  });

  test("by a fault keeps the events that wait, until the reader ends it", () => {
    holds("", IN.closed, { type: "end" }, {}, { discard: true });
  });
});

test("an input that a phase does not expect changes nothing", () => {
  const rows: [SubscriptionState, SubscriptionInput][] = [
    [IN.paused, { type: "event", result: 1, cursor: "c2" }],
    [IN.paused, { type: "connecting" }],
    [IN.backfilling, { type: "subscribed", cursor: "c2" }],
    [IN.backfilling, { type: "drained" }],
    [IN.polling, { type: "backfilled", cursor: "c2" }],
    [IN.polling, { type: "full" }],
    [IN.open, { type: "drained" }],
    [IN.open, { type: "reading" }],
    [IN.open, { type: "start" }],
  ];
  for (const [from, input] of rows) holds("", from, input, {}, {});
});

test("a phase is a public state, unless the subscription is late", () => {
  const seen = Object.values(IN).map((one) => statusOf(one));
  expect(seen).toEqual(["connecting", "open", "paused", "backfilling", "polling", "closed"]);
  for (const one of RUNNING) expect(statusOf({ ...one, isLate: true })).toBe("waiting");
});

describe("the diagram at the head of the file", () => {
  const FILE = new URL("../../src/events/_reduce_subscription.ts", import.meta.url);
  const ARROW = /^ \*   (\w+) --> (\w+): (.+)$/gm;

  /** Every input, in each form that a phase tells apart. */
  const INPUTS: readonly SubscriptionInput[] = [
    ...(["start", "connecting", "waiting", "connected", "reading", "unpollable"] as const).map(
      (type) => ({ type }) as SubscriptionInput,
    ),
    { type: "subscribed", cursor: null },
    { type: "event", result: 1, cursor: "c2" },
    { type: "advanced", cursor: "c2" },
    { type: "full" },
    { type: "drained" },
    { type: "refused", error: EXPIRED, hasPosition: true },
    { type: "unavailable", error: LOST, hasPosition: true },
    { type: "unreachable", error: LOST, hasPosition: true },
    { type: "unsupported", error: new NoSubscriptions(EXPIRED), hasPosition: true },
    { type: "pollable", error: LOST },
    { type: "backfilled", cursor: "c2" },
    { type: "failed", error: FAULT },
    { type: "end" },
  ];

  const RULE_SETS: readonly Partial<SubscriptionRules>[] = [
    {},
    { fromHeight: 1 },
    { onExpired: "backfill" },
    { canPoll: false },
  ];

  test("names each change of phase, with the inputs that cause it", () => {
    const arrows = new Map<string, Set<string>>();
    for (const known of Object.values(IN)) {
      for (const from of [known, { ...known, cursor: null }, { ...NEW, phase: known.phase }]) {
        for (const [input, rules] of INPUTS.flatMap((one) =>
          RULE_SETS.map((set) => [one, set] as const),
        )) {
          const [{ phase }] = reduceSubscription(from, input, { ...RULES, ...rules });
          const name = `${from.phase} --> ${phase}`;
          if (phase !== from.phase)
            arrows.set(name, (arrows.get(name) ?? new Set()).add(input.type));
        }
      }
    }
    const found = [...arrows].map(
      ([name, inputs]) => `${name}: ${[...inputs].toSorted().join(", ")}`,
    );
    const drawn = [...readFileSync(FILE, "utf8").matchAll(ARROW)].map(
      ([, from, to, inputs = ""]) =>
        `${from} --> ${to}: ${inputs.split(", ").toSorted().join(", ")}`,
    );
    expect(drawn.toSorted()).toEqual(found.toSorted());
  });
});
