/** A server that carries requests to a service. */
export interface Adapter {
  /** Connections that are open. */
  connections(): number;
}
