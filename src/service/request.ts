import type { DeprecationInfo, TierLimits } from "../tables.ts";
import type { DevFaultKind } from "../generated/types.gen.ts";
import type { Tier } from "../generated/tiers.gen.ts";
import type { TracedSpan } from "../telemetry.ts";
import type { UnixSeconds } from "../units/mod.ts";

/** A request, independent of the adapter that received it. */
export interface ServiceRequest {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Address of the peer of the connection. */
  readonly peer: string;
  /** Path and query as received, such as `/v1/delta/blocks?page=2`. */
  readonly target: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** The lower-case names of its headers. */
  headerNames(): readonly string[];
  /**
   * Reads the body, once.
   *
   * @param maximum The most bytes to read.
   * @throws {BodyTooLarge} If it has more.
   * @throws {BodyCutShort} If the connection ended before the body was complete.
   */
  body(maximum: number): Promise<Uint8Array>;
}

/** A response, independent of the adapter that sends it. */
export interface ServiceResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: a string, or immutable bytes shared by several responses. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The body compressed with gzip, if that is cached. */
  readonly gzipped?: Uint8Array;
  /** Injected fault: the adapter stalls or drops the connection midway through the body, or before the head where there is no body. */
  readonly broken?: "stall" | "drop";
}

/** A response with the length of its body. */
export interface SentResponse extends ServiceResponse {
  /** Length of the body in bytes, as UTF-8 where it is a string. */
  readonly bytes: number;
}

/** Thrown if a request's body is too large. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";

  constructor(maximum: number) {
    super(`Body must be at most ${maximum} bytes`);
  }
}

/** Thrown if a connection ended before a request's body was complete. */
export class BodyCutShort extends Error {
  override readonly name = "BodyCutShort";

  constructor() {
    super("Body ended before it was whole");
  }
}

const SHOWN = 80;

/** Why a body cannot be read in the encoding that a request names; undefined where it names none. */
export function encodingFault(request: Pick<ServiceRequest, "header">): string | undefined {
  const encoding = request.header("content-encoding") ?? "";
  if (/^(?:identity)?$/i.test(encoding.trim())) return undefined;
  const shown = JSON.stringify(encoding.slice(0, SHOWN));
  return `Content-Encoding must be left out, got ${shown}: send the body uncompressed`;
}

/** The subject that a request is charged to, and its tier. */
export interface RequestCaller {
  /** The key, the holder of keys that an operator issued, or the address. */
  readonly subject: string;
  readonly tier: Tier;
  /** Those of the tier, or of this machine. */
  readonly limits: TierLimits;
  /** Name of the subject in logs; a key is shown by its id, which reveals neither the key nor its holder. */
  readonly shownAs: string;
  /** Hash of the request's key; undefined without one. */
  readonly keyHash?: string;
  /** The operator's name for the key. */
  readonly keyLabel?: string;
}

/** `other` is a path of no server of the specs, such as `/docs`. */
export type Protocol = "rest" | "rpc" | "websocket" | "other";

/** Facts of a request for logs and metrics, filled in while it is answered. */
export interface RequestTrace {
  readonly protocol: Protocol;
  /** Operation, method, `batch` or a path of the service; otherwise `unknown`. Never a client's string. */
  operation: string;
  /** The caller; undefined if it was not identified. */
  caller: RequestCaller | undefined;
  /** The injected fault that hit it. */
  fault: DevFaultKind | undefined;
  /** Its span; undefined where no provider of tracers is registered. */
  readonly span?: TracedSpan | undefined;
}

/** The `meta` of an envelope. */
export interface Meta {
  readonly timestamp: UnixSeconds;
  readonly requestId: string;
}

/** A request on its way through the service: the one object that every step reads, and fills in for those after it. */
export interface Exchange<Route = unknown> extends RequestTrace {
  request: ServiceRequest;
  readonly route: Route;
  readonly pathname: string;
  /** The part behind the `?`. */
  search: string;
  readonly meta: Meta;
  /** Height of the newest finalised block; undefined if no answer may be stored by shared caches. */
  settledHeight?: number;
  /** Headers of the response beside those of its answer. */
  readonly headers: Record<string, string>;
  /** Called with errors that the answer hides. */
  readonly onError: (error: unknown) => void;
}

/** Adds the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) to a response, where anything is deprecated. */
export function withDeprecation(
  response: ServiceResponse,
  deprecated: DeprecationInfo | undefined,
): ServiceResponse {
  if (!deprecated) return response;
  const { since, sunset } = deprecated;
  const Deprecation = `@${Date.parse(since) / 1_000}`;
  const Sunset = new Date(sunset).toUTCString();
  return { ...response, headers: { ...response.headers, Deprecation, Sunset } };
}

/** A server that carries requests to a service. */
export interface Adapter {
  /** Connections that are open. */
  connections(): number;
}

/** Answers HTTP requests, whatever adapter received them. */
export interface HttpHandler {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<SentResponse>;
  /** Refuses bytes that are not a request; `text` says why, and unknown parts of `received` are empty. */
  refuse(text: string, received: Pick<ServiceRequest, "method" | "target" | "peer">): SentResponse;
}

/** A WebSocket, as the service writes to it. */
export interface SocketLink {
  /** Bytes written and not sent yet. */
  readonly buffered: number;
  /** Sends a frame; `sent` is called later, once it has left the process, or cannot any more. */
  send(frame: string | Uint8Array, sent: () => void): void;
  /** Closes the connection with a close code. */
  close(code: number, reason: string): void;
  /** Ends the connection without a close frame. */
  terminate(): void;
}

/** The service's side of an open WebSocket. */
export interface SocketSession {
  /** Answers a message; resolves when the next one may come. One at a time. Never rejects. */
  receive(bytes: Uint8Array): Promise<void>;
  /** Closes the connection if its key was revoked meanwhile. Never rejects. */
  review(): Promise<void>;
  /** To be called once the connection is gone. */
  end(): void;
}

/** The answer to a request, which may be one for a WebSocket. */
export interface Connection extends SentResponse {
  /** Set where a request for a WebSocket is admitted: it is to be opened, and not answered by this response. */
  readonly socket?:
    | {
        readonly open: (link: SocketLink) => SocketSession;
        /** To be called once the connection is gone, or could not be opened. */
        readonly release: () => void;
      }
    /** The connection is to be closed as soon as it is open: a browser learns the reason in no other way. */
    | { readonly code: number; readonly reason: string };
}

/** Admits WebSockets, whatever adapter received their requests. */
export interface SocketHandler extends Pick<HttpHandler, "refuse"> {
  /** Admits a request for a WebSocket; never rejects. */
  connect(request: ServiceRequest): Promise<Connection>;
}

/**
 * The port between a service and its adapters. It names no type of Node's, so that programs without those compile.
 *
 * @module
 */
