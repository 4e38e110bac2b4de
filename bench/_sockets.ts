import { WebSocket } from "ws";

/** Opens WebSockets, a few at a time. */
export async function openSockets(url: string, count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  const openOne = async (): Promise<void> => {
    while (sockets.length < count) {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      sockets.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once("open", resolve);
        socket.once("error", reject);
      });
    }
  };
  await Promise.all(Array.from({ length: 32 }, openOne));
  return sockets;
}

/** One JSON-RPC call over a WebSocket that nothing else is answered on meanwhile but events. */
export function callSocket(
  socket: WebSocket,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      socket.off("message", take);
      socket.off("close", fail);
    };
    const fail = (code: number): void => reject(new Error(`Closed with ${code}`));
    const take = (data: unknown): void => {
      const { id, result, error } = JSON.parse(String(data)) as Record<string, unknown>;
      if (id !== 1) return;
      leave();
      if (error) reject(new Error(JSON.stringify(error)));
      else resolve(result);
    };
    socket.on("message", take);
    socket.on("close", fail);
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  });
}
