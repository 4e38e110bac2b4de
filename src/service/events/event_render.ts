import type { Chain } from "../../chains/mod.ts";
import type * as Wire from "../../generated/service/types.gen.ts";
import type { Topics } from "../../generated/service/topics.gen.ts";
import {
  describeTransaction,
  prepareTransaction,
  type ProducedBlock,
  PROPOSAL,
  SERIAL_NUMBER,
  type StateChange,
  VALIDATOR,
} from "../ledger/mod.ts";
import type { EventDraft, EventRender, EventSubject } from "../store/mod.ts";
import {
  restBlockSummary,
  restProposal,
  restTransaction,
  restValidator,
  rpcTransaction,
} from "../views/mod.ts";
import { type TopicName, topicsOf } from "./topics.ts";

type Before = (key: string) => string | undefined;

/** A topic that shows a kind of state value whenever what it shows of one has changed. */
interface StateTopic {
  readonly topic: TopicName;
  /** What the keys of the kind begin with. */
  readonly prefix: string;
  /** A value as the topic shows it, as JSON. */
  readonly show: (id: string, text: string) => string;
}

const STATE_TOPICS: readonly StateTopic[] = [
  {
    topic: "validators",
    prefix: VALIDATOR.key(""),
    show: (address, text) => JSON.stringify(restValidator(address, VALIDATOR.decode(text))),
  },
  {
    topic: "proposals",
    prefix: PROPOSAL.key(""),
    show: (id, text) => JSON.stringify(restProposal(Number(id), PROPOSAL.decode(text))),
  },
];

/** How the store of a chain writes what happens: the payloads of the topics that the chain has. */
export function eventRender(chain: Chain): EventRender {
  const topics = new Set(topicsOf(chain));
  const stateTopics = STATE_TOPICS.filter(({ topic }) => topics.has(topic));
  return {
    block: (produced, before) => [
      draft("blocks", restBlockSummary(produced.block)),
      ...produced.executed.map((one) => draft("transactions", restTransaction(one), one)),
      ...(topics.has("serial_numbers") ? spentSerialNumbers(produced) : []),
      ...stateTopics.flatMap((topic) => changedValues(topic, produced.changes, before)),
    ],
    removal: (removal) => [draft("reorgs", { ...removal })],
    pending(raw) {
      const transaction = describeTransaction(prepareTransaction(raw));
      return [draft("pending_transactions", rpcTransaction(transaction))];
    },
  };
}

function draft<Name extends TopicName>(
  topic: Name,
  payload: Topics[Name]["data"],
  about?: EventSubject,
): EventDraft {
  const body = JSON.stringify(payload);
  if (!about) return { topic, body };
  const { type, from, to } = about;
  return { topic, body, about: { type, from, to } };
}

/** In the order of the transactions; one that failed has spent none of those it names. */
function spentSerialNumbers({ block, executed, changes }: ProducedBlock): EventDraft[] {
  const values = new Map(changes.map(({ key, value }) => [key, value]));
  const named = executed.flatMap(({ serialNumbers = [] }) => serialNumbers);
  const spent = [...new Set(named)].filter((serialNumber) => {
    const text = values.get(SERIAL_NUMBER.key(serialNumber));
    return text !== undefined && SERIAL_NUMBER.decode(text).spentAt === block.height;
  });
  return spent.map((serialNumber) => {
    const payload: Wire.SpentSerialNumber = { serialNumber, blockNumber: block.height };
    return draft("serial_numbers", payload);
  });
}

/** A state value may change in what no client sees; that is no event. */
function changedValues(
  { topic, prefix, show }: StateTopic,
  changes: readonly StateChange[],
  before: Before,
): EventDraft[] {
  return changes.flatMap(({ key, value }) => {
    if (value === undefined || !key.startsWith(prefix)) return [];
    const id = key.slice(prefix.length);
    const body = show(id, value);
    const old = before(key);
    return old !== undefined && show(id, old) === body ? [] : [{ topic, body }];
  });
}
