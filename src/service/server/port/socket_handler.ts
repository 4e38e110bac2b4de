import type { ServiceRequest } from "../../api/context/mod.ts";
import type { Connection } from "./connection.ts";
import type { HttpHandler } from "./http_handler.ts";

/** Admits WebSockets, whatever adapter received their requests. */
export interface SocketHandler extends Pick<HttpHandler, "refuse"> {
  /** Admits a request for a WebSocket; never rejects. */
  connect(request: ServiceRequest): Promise<Connection>;
}
