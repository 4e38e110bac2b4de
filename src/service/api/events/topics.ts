import type { Chain } from "../../../chains/mod.ts";
import type { Topics } from "../../../generated/service/topics.gen.ts";
import { type TopicName, TOPICS } from "../../../generated/topics.gen.ts";
import {
  describeTransaction,
  type PreparedTransaction,
  prepareTransaction,
  type ProducedBlock,
  PROPOSAL,
  SERIAL_NUMBER,
  VALIDATOR,
} from "../../chain/ledger/mod.ts";
import type { StateWrite } from "../../chain/state_tree/mod.ts";
import type {
  EventDraft,
  EventRender,
  EventSubject,
  PendingBytes,
  Removal,
} from "../../chain/store/mod.ts";
import {
  blockText,
  restProposal,
  restValidator,
  rpcTransaction,
  transactionText,
} from "../views.ts";
import { addressKey } from "./address_index.ts";

export type { TopicName };

/** Topic of reorganisations; its events are also sent as notices on topics of chain data. */
export const REORGS = "reorgs" satisfies TopicName;

/** The topics that a chain has. */
export function topicsOf(chain: Chain): TopicName[] {
  const names = Object.keys(TOPICS) as TopicName[];
  return names.filter((name) => TOPICS[name].chains.includes(chain));
}

type Before = (key: string) => string | undefined;

/** JSON of a payload. */
type Body<Payload> = string & { readonly of?: Payload };

/** An event before its topic is set. */
interface Draft<Payload> {
  readonly body: Body<Payload>;
  readonly about?: EventSubject;
}

/** Renders the events of one topic, by their cause. */
type TopicRender<Payload> =
  | { readonly block: (block: ProducedBlock, before: Before) => readonly Draft<Payload>[] }
  | { readonly removal: (removal: Removal) => readonly Draft<Payload>[] }
  | { readonly pending: (transaction: PendingBytes) => Draft<Payload> };

/** Renders the events of each topic, in the order of one block; the type makes each topic mandatory. */
const RENDERS: { readonly [Topic in TopicName]: TopicRender<Topics[Topic]["data"]> } = {
  blocks: { block: ({ block }) => [{ body: blockText(block) }] },
  transactions: {
    block: ({ executed }) =>
      executed.map((one) => {
        const { type, from, to } = one;
        return { body: transactionText(one), about: { type, from, to } };
      }),
  },
  pending_transactions: { pending: renderPending },
  reorgs: { removal: (removal) => [draft({ ...removal })] },
  serial_numbers: {
    block: (produced) =>
      spentSerialNumbers(produced).map((serialNumber) =>
        draft({ serialNumber, blockNumber: produced.block.height }),
      ),
  },
  validators: {
    block: ({ changes }, before) =>
      changedValues(changes, before, VALIDATOR.key(""), (address, text) =>
        bodyOf(restValidator(address, VALIDATOR.decode(text))),
      ),
  },
  proposals: {
    block: ({ changes }, before) =>
      changedValues(changes, before, PROPOSAL.key(""), (id, text) =>
        bodyOf(restProposal(Number(id), PROPOSAL.decode(text))),
      ),
  },
};

/** Renders the event payloads of a chain's topics for its store. */
export function eventRender(chain: Chain): EventRender {
  const own = topicsOf(chain);
  const topics = (Object.keys(RENDERS) as TopicName[]).filter((topic) => own.includes(topic));
  const write = (draftsOf: (render: TopicRender<unknown>) => readonly Draft<unknown>[]) =>
    topics.flatMap((topic): EventDraft[] =>
      draftsOf(RENDERS[topic]).map((one) => ({ topic, ...one })),
    );
  return {
    block: (block, before) =>
      write((render) => ("block" in render ? render.block(block, before) : [])),
    removal: (removal) => write((render) => ("removal" in render ? render.removal(removal) : [])),
  };
}

function renderPending(pending: PendingBytes): Draft<Topics[typeof PENDING]["data"]> {
  return draft(rpcTransaction(describeTransaction(prepared(pending))));
}

/** The live topic of transactions that become pending. */
export const PENDING = "pending_transactions" satisfies TopicName;

/** The event of a transaction that is pending from then on; no log has it. */
export function pendingEvent(transaction: PendingBytes): EventDraft {
  return { topic: PENDING, ...renderPending(transaction) };
}

/** Reading a transaction again takes as long as storing it. */
function prepared(pending: PendingBytes): PreparedTransaction {
  return isPrepared(pending) ? pending : prepareTransaction(pending.raw);
}

function isPrepared(pending: PendingBytes): pending is PreparedTransaction {
  return pending.body !== undefined;
}

function draft<Payload>(payload: Payload): Draft<Payload> {
  return { body: bodyOf(payload) };
}

function bodyOf<Payload>(payload: Payload): Body<Payload> {
  return JSON.stringify(payload);
}

/** Spent serial numbers in the order of the transactions; a failed transaction spends none. */
function spentSerialNumbers({ block, executed, changes }: ProducedBlock): string[] {
  const values = new Map(changes.map(({ key, value }) => [key, value]));
  const named = executed.flatMap(({ serialNumbers = [] }) => serialNumbers);
  return [...new Set(named)].filter((serialNumber) => {
    const text = values.get(SERIAL_NUMBER.key(serialNumber));
    return text !== undefined && SERIAL_NUMBER.decode(text).spentAt === block.height;
  });
}

/**
 * Values of a kind whose rendered payload has changed; a change in other fields is not an event.
 */
function changedValues<Payload>(
  changes: readonly StateWrite[],
  before: Before,
  prefix: string,
  show: (id: string, text: string) => Body<Payload>,
): Draft<Payload>[] {
  return changes.flatMap(({ key, value }) => {
    if (value === undefined || !key.startsWith(prefix)) return [];
    const id = key.slice(prefix.length);
    const body = show(id, value);
    const old = before(key);
    return old !== undefined && show(id, old) === body ? [] : [{ body }];
  });
}

/** The filter of a subscription to a topic; `after` is the cursor of the last event seen. */
export type TopicFilter<Topic extends TopicName = TopicName> = Topics[Topic]["filter"];

/** Fields of filters that are matched by the index of addresses, or tell where to begin. */
type IndexedField = "after" | "address" | "addresses";

/** Returns true if an event matches the value of a filter's field. */
type Matcher<Value> = (event: EventDraft, wanted: Value) => boolean;

type Matchers<Filter> = {
  readonly [Field in Exclude<keyof Filter, IndexedField>]-?: Matcher<NonNullable<Filter[Field]>>;
};

/** A matcher for every other field of a topic's filter; the type makes each one mandatory. */
const MATCHERS: { readonly [Topic in TopicName]: Matchers<TopicFilter<Topic>> } = {
  blocks: {},
  transactions: { type: ({ about }, wanted) => about?.type === wanted },
  pending_transactions: {},
  reorgs: {},
  validators: {},
  proposals: {},
  serial_numbers: {},
};

/** Compiles a filter to a predicate on the events of its topic, whatever their addresses. */
export function compileFilter(
  topic: TopicName,
  filter: TopicFilter,
): (event: EventDraft) => boolean {
  const matchers: Readonly<Record<string, Matcher<never> | undefined>> = MATCHERS[topic];
  const tests = Object.entries(filter).flatMap(([field, wanted]) => {
    const matcher = matchers[field];
    return matcher && wanted !== undefined ? [{ matcher, wanted: wanted as never }] : [];
  });
  return (event) => tests.every(({ matcher, wanted }) => matcher(event, wanted));
}

/** Keys of the addresses that an event is found by; the specs name its fields. */
export function addressKeysOf({ topic, about, body }: EventDraft): string[] {
  const fields = TOPICS[topic as TopicName].identity?.["addresses"] ?? [];
  if (fields.length === 0) return [];
  const subject = (about ?? JSON.parse(body)) as Readonly<Record<string, unknown>>;
  return fields.flatMap((field) => {
    const address = subject[field];
    return typeof address === "string" ? [addressKey(address)] : [];
  });
}
