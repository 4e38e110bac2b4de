import { type Member, SharedConnection } from "./shared_connection.ts";

/** The first message of a tab: the address, and the lock that it holds for as long as it uses the connection. */
export interface Hello {
  readonly url: string;
  readonly lock: string;
}

/** The messages to a tab. */
export type FromWorker =
  | { readonly type: "open" }
  | { readonly type: "message"; readonly data: string }
  | { readonly type: "close"; readonly code: number; readonly reason: string };

const connections = new Map<string, SharedConnection>();

/** Runs for all tabs of the browser: one WebSocket to each URL. */
addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const tell = (message: FromWorker): void => port.postMessage(message);
  const member: Member = {
    opened: () => tell({ type: "open" }),
    message: (data) => tell({ type: "message", data }),
    closed: (code, reason) => tell({ type: "close", code, reason }),
  };
  port.addEventListener("message", ({ data }: MessageEvent<Hello>) => serve(port, member, data), {
    once: true,
  });
  port.start();
});

function serve(port: MessagePort, member: Member, { url, lock }: Hello): void {
  const connection = connections.get(url) ?? connect(url);
  connection.join(member);
  port.addEventListener("message", ({ data }: MessageEvent<string>) =>
    connection.send(member, data),
  );
  // Granted once the tab closes the socket, is closed itself, or crashes.
  void navigator.locks.request(lock, () => {
    if (connection.leave(member) && connections.get(url) === connection) connections.delete(url);
    port.close();
  });
}

function connect(url: string): SharedConnection {
  const socket = new WebSocket(url);
  const connection = new SharedConnection(socket);
  connections.set(url, connection);
  socket.addEventListener("open", () => connection.opened());
  socket.addEventListener("message", ({ data }) => connection.message(String(data)));
  socket.addEventListener("close", ({ code, reason }) => {
    if (connections.get(url) === connection) connections.delete(url);
    connection.closed(code, reason);
  });
  return connection;
}
