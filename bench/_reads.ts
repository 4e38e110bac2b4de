/** Reads of one chain as a load, and what each costs a server in processor time. */
import { measureLoad, requestBytes } from "./_generate_load.ts";
import { type Case, casesOf } from "./_load_cases.ts";
import { type Pinned, startServe } from "./_pinned.ts";

/** Fewer than a client of the public tier may send in a second: all may send from one address at a time. */
const CONNECTIONS = 8;
const ADDRESSES = 20_000;
/** At least as many as a connection sends requests in a round. */
const ADDRESSES_OF_A_ROUND = 4_000;

/** Starts the service; it makes no blocks by itself. */
export function startReader(data: string, log: string): Promise<Pinned> {
  const still = ["--chain", "delta", "--data", data, "--mode", "manual", "--no-traffic"];
  const open = ["--trusted-proxies", "127.0.0.1", "--pages-per-second", "1000000"];
  return startServe(log, { flags: ["--log", "errors", ...open, ...still] });
}

/** The cases of reads: the points, and a page of an account. */
const NAMES = ["block by height", "transaction", "account", "page of an account"];

export async function readCases(origin: string): Promise<Case[]> {
  return (await casesOf(origin)).filter(({ name }) => NAMES.includes(name));
}

/** A case's requests from another one on, so that no address sends in two rounds of one second. */
export function requestsFrom(requests: readonly Buffer[], round: number): Buffer[] {
  const at = (round * ADDRESSES_OF_A_ROUND) % requests.length;
  return [...requests.slice(at), ...requests.slice(0, at)];
}

/** The requests of a case, each from another address. */
export function requestsOf({ targets }: Case): Buffer[] {
  return Array.from({ length: ADDRESSES }, (_, index) => {
    const target = targets[index % targets.length] ?? "";
    const request = requestBytes("GET", target).toString();
    const address = `10.${index >>> 16}.${(index >>> 8) & 0xff}.${index & 0xff}`;
    return Buffer.from(request.replace("\r\n\r\n", `\r\nX-Forwarded-For: ${address}\r\n\r\n`));
  });
}

/** Microseconds of processor that a read takes a server, over some milliseconds. */
export async function costOf(
  server: Pinned,
  requests: readonly Buffer[],
  milliseconds: number,
): Promise<number> {
  const load = { requests, connections: CONNECTIONS, milliseconds };
  return (await measureLoad(server, load)).cost;
}
