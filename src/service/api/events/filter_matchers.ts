import type { Topics } from "../../../generated/service/topics.gen.ts";
import type { TopicName } from "../../../generated/topics.gen.ts";
import type { EventSubject, LoggedEvent } from "../../chain/store/mod.ts";

/** The filter of a subscription to a topic; `after` is the cursor of the last event seen. */
export type TopicFilter<Topic extends TopicName = TopicName> = Topics[Topic]["filter"];

/** Returns true if an event matches the value of a filter's field. */
type Matcher<Value> = (event: LoggedEvent, wanted: Value) => boolean;

type Matchers<Filter> = {
  readonly [Field in Exclude<keyof Filter, "after">]-?: Matcher<NonNullable<Filter[Field]>>;
};

/** A matcher for every field of a topic's filter; the type makes each one mandatory. */
const MATCHERS: { readonly [Topic in TopicName]: Matchers<TopicFilter<Topic>> } = {
  blocks: {},
  transactions: {
    address: ofTransaction(({ from, to }, wanted) => wanted === from || wanted === to),
    type: ofTransaction(({ type }, wanted) => wanted === type),
  },
  pending_transactions: {},
  reorgs: {},
  validators: { address: ({ body }, wanted) => addressOf(body) === wanted },
  proposals: {},
  serial_numbers: {},
};

/** Compiles a filter to a predicate on the events of its topic. */
export function compileFilter(
  topic: TopicName,
  filter: TopicFilter,
): (event: LoggedEvent) => boolean {
  const matchers: Readonly<Record<string, Matcher<never> | undefined>> = MATCHERS[topic];
  const tests = Object.entries(filter).flatMap(([field, wanted]) => {
    const matcher = matchers[field];
    return matcher && wanted !== undefined ? [{ matcher, wanted: wanted as never }] : [];
  });
  return (event) => tests.every(({ matcher, wanted }) => matcher(event, wanted));
}

function ofTransaction(test: (about: EventSubject, wanted: string) => boolean): Matcher<string> {
  return ({ about }, wanted) => about !== undefined && test(about, wanted);
}

function addressOf(body: string): string {
  return (JSON.parse(body) as Topics["validators"]["data"]).address;
}
