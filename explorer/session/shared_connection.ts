/** The part of a WebSocket that a connection needs. */
export interface Socket {
  send(data: string): void;
  close(): void;
}

/** A tab, or one of several users in it: told what the connection brings. */
export interface Member {
  opened(): void;
  message(text: string): void;
  closed(code: number, reason: string): void;
}

interface Frame {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

interface Call {
  readonly member: Member | undefined;
  /** The id that the member gave it, as JSON. */
  readonly id: string;
  /** The subscription that it asks for. */
  readonly feed?: Feed | undefined;
}

/** A subscription of the service, and the members that it is for. */
interface Feed {
  /** Topic and filter, as JSON. */
  readonly key: string;
  /** False of one that begins at a cursor: it may bring what others have. */
  readonly isLive: boolean;
  readonly members: Set<Member>;
  /** Calls of members that wait for the same reply. */
  readonly waiting: Call[];
  /** Result of the subscription; undefined until it comes. */
  result: { readonly subscription: string } | undefined;
  /** Cursor of the last event. */
  cursor: unknown;
}

const SUBSCRIBE = "chain_subscribe";
const UNSUBSCRIBE = "chain_unsubscribe";

/**
 * One WebSocket for several members: calls get ids of the connection's own and a reply goes to who called, as it came but
 * for the id. Members that subscribe to the same share one subscription.
 */
export class SharedConnection {
  readonly #socket: Socket;
  readonly #members = new Set<Member>();
  readonly #calls = new Map<string, Call>();
  readonly #feeds = new Set<Feed>();
  #made = 0;
  #isOpen = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Tells the member at once, or as soon as the connection is open. */
  join(member: Member): void {
    this.#members.add(member);
    if (this.#isOpen) member.opened();
  }

  /** Ends the member's subscriptions, and the connection with its last member. Returns whether that was the last. */
  leave(member: Member): boolean {
    if (!this.#members.delete(member)) return false;
    for (const feed of this.#feeds) this.#leaveFeed(feed, member);
    if (this.#members.size > 0) return false;
    this.#socket.close();
    return true;
  }

  /** Sends a call of a member, or answers it from a subscription of another one. */
  send(member: Member, text: string): void {
    const { id, ...rest } = JSON.parse(text) as Frame;
    const call: Call = { member, id: JSON.stringify(id) };
    const params = Array.isArray(rest.params) ? (rest.params as unknown[]) : [];
    if (rest.method === SUBSCRIBE) this.#subscribe(call, member, rest, params);
    else if (rest.method === UNSUBSCRIBE) this.#unsubscribe(call, member, rest, params[0]);
    else this.#send(call, rest);
  }

  /** The socket is open. */
  opened(): void {
    this.#isOpen = true;
    for (const member of this.#members) member.opened();
  }

  /** The socket brought a message. */
  message(text: string): void {
    const { id, params, result } = JSON.parse(text) as Frame;
    const call = this.#calls.get(String(id));
    if (!call) return this.#event(text, params);
    this.#calls.delete(String(id));
    const { feed } = call;
    if (feed && !this.#opens(feed, result)) this.#feeds.delete(feed);
    for (const one of [call, ...(feed?.waiting.splice(0) ?? [])])
      one.member?.message(text.replace(JSON.stringify(id), () => one.id));
  }

  /** The socket is closed. */
  closed(code: number, reason: string): void {
    for (const member of this.#members) member.closed(code, reason);
    this.#members.clear();
  }

  #subscribe(call: Call, member: Member, rest: object, params: readonly unknown[]): void {
    const [topic, filter] = params;
    const { after, ...others } = (filter ?? {}) as { readonly after?: unknown };
    const key = JSON.stringify([topic, others]);
    const feed = [...this.#feeds].find((one) => {
      const isSame = one.key === key && !one.members.has(member);
      return isSame && (after === undefined ? one.isLive : one.cursor === after);
    });
    if (!feed) {
      const members = new Set([member]);
      const isLive = after === undefined;
      const made = { key, isLive, members, waiting: [], result: undefined, cursor: after };
      this.#feeds.add(made);
      this.#send({ ...call, feed: made }, rest);
      return;
    }
    feed.members.add(member);
    if (feed.result) answer(call, { ...feed.result, cursor: feed.cursor });
    else feed.waiting.push(call);
  }

  #unsubscribe(call: Call, member: Member, rest: object, subscription: unknown): void {
    const feed = this.#feedOf(subscription);
    feed?.members.delete(member);
    if (feed && feed.members.size > 0) return answer(call, true);
    if (feed) this.#feeds.delete(feed);
    this.#send(call, rest);
  }

  #leaveFeed(feed: Feed, member: Member): void {
    if (!feed.members.delete(member) || feed.members.size > 0 || !feed.result) return;
    this.#end(feed, feed.result.subscription);
  }

  /** Takes the reply to a subscription; false if there is none. */
  #opens(feed: Feed, result: unknown): boolean {
    const { subscription, cursor } = (result ?? {}) as Record<string, unknown>;
    if (typeof subscription !== "string") return false;
    feed.result = { ...(result as object), subscription };
    feed.cursor ??= cursor;
    if (feed.isLive) feed.cursor = cursor;
    if (feed.members.size === 0) this.#end(feed, subscription);
    return true;
  }

  #end(feed: Feed, subscription: string): void {
    this.#feeds.delete(feed);
    if (!this.#isOpen) return;
    const call = { member: undefined, id: "null" };
    this.#send(call, { jsonrpc: "2.0", method: UNSUBSCRIBE, params: [subscription] });
  }

  #event(text: string, params: unknown): void {
    const { subscription, cursor } = (params ?? {}) as Record<string, unknown>;
    const feed = this.#feedOf(subscription);
    if (!feed) return;
    feed.cursor = cursor;
    for (const member of feed.members) member.message(text);
  }

  #feedOf(subscription: unknown): Feed | undefined {
    return [...this.#feeds].find(({ result }) => result && result.subscription === subscription);
  }

  #send(call: Call, rest: object): void {
    // A text that is in no other place of a message.
    const id = `shared-${(this.#made += 1)}`;
    this.#calls.set(id, call);
    this.#socket.send(JSON.stringify({ ...rest, id }));
  }
}

/** Answers a call in the service's place. */
function answer({ member, id }: Call, result: unknown): void {
  member?.message(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`);
}
