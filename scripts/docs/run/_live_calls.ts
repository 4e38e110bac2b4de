import { parseJson } from "../../../src/argument_text.ts";
import { createClient, type Segment } from "../../../src/mod.ts";
import { createTransport } from "../../../src/transport/mod.ts";
import { messageOf } from "../_code_samples.ts";
import { movedTo } from "./_sample_fields.ts";
import type { CallRun, Listener } from "./_call_run.ts";

/**
 * Follows a topic by the client until `signal` ends it. The key is sent with REST requests alone: a
 * browser could send it to a WebSocket only in the URL.
 *
 * @throws {Error} If the client refuses the values, or ends the subscription.
 */
export async function watchTopic(
  { call, values, target, shown }: CallRun,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const fields = call.fields.map(({ info }, index) => [info.name, values[index]] as const);
  const filter = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  const transport = createTransport(target.key === "" ? {} : { apiKey: target.key });
  const webSocket = shown === "value" ? WebSocket : heardSocket(listener);
  const client = createClient(target.segment as Segment, {
    ...{ endpoints: target.address, transport, events: { webSocket } },
  });
  const stream = client.events.subscribe(call.name as "blocks", filter, { signal });
  stream.onState(({ state }) => listener.state(state));
  try {
    for await (const event of stream) if (shown === "value") listener.item(event);
  } finally {
    await client.close();
  }
}

/** A WebSocket whose messages are heard too. */
function heardSocket(listener: Listener): typeof WebSocket {
  return class extends WebSocket {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener("message", ({ data }) => listener.item(readMessage(data)));
    }
  };
}

/** The connections that subscription calls run on, by URL: a subscription can be ended only on its own. */
const connections = new Map<string, { readonly socket: WebSocket; users: number }>();

/**
 * Sends the message of a subscription call, on the connection of a running one where there is one, and passes messages on
 * until `signal` ends it.
 */
export async function openSocket(
  { call, values, target }: CallRun,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const { url } = movedTo(call, target);
  const connection = connections.get(url) ?? { socket: new WebSocket(url), users: 0 };
  connections.set(url, connection);
  connection.users += 1;
  const { socket } = connection;
  const send = (): void => {
    listener.state("open");
    socket.send(JSON.stringify(messageOf(call, values)));
  };
  const hear = ({ data }: MessageEvent): void => listener.item(readMessage(data));
  socket.addEventListener("message", hear);
  if (socket.readyState === WebSocket.OPEN) send();
  else socket.addEventListener("open", send, { once: true });
  await new Promise<void>((resolve) => {
    socket.addEventListener("close", ({ code, reason }) => {
      const why = [code, reason].filter(Boolean).join(" ");
      if (!signal.aborted) listener.state(`The connection to ${url} was closed: ${why}`, true);
      resolve();
    });
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  socket.removeEventListener("message", hear);
  socket.removeEventListener("open", send);
  connection.users -= 1;
  if (connection.users > 0 && socket.readyState <= WebSocket.OPEN) return;
  connections.delete(url);
  socket.close();
}

function readMessage(data: unknown): unknown {
  return parseJson(String(data), String(data));
}
