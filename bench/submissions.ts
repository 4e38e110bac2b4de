/**
 * Submissions a second of 8 and 64 senders: into a data folder with `--durability full`, where each is on the disk before
 * it is answered, with `relaxed`, and in memory. A sender has a connection, and sends a transfer once the one before is
 * answered; a block comes every half second. The services are processes on the first core, the load comes from the second.
 * They take turns, and the median of the rounds' ratios counts. The disk sets the figures of `full`, so beside them stands
 * what a write of 4 KB with `fdatasync` takes in the same folder.
 *
 * Floors: `full` accepts 0.15 of what `relaxed` does from 8 senders, 0.3 from 64.
 * `--rounds N`, `--seconds N` (of a round of each service).
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

import { type DevAccount, devAccounts, signTransaction } from "../src/devnet/mod.ts";
import { nonceOf, postRpc } from "./_event_blocks.ts";
import { generateLoad, requestBytes } from "./_generate_load.ts";
import { makeFolder, median, readFlag } from "./_measure.ts";
import { type Pinned, pinGenerator, startServe } from "./_pinned.ts";
import { judge, printTable } from "./_table.ts";

const ROUNDS = readFlag("rounds", 5);
const MILLISECONDS = readFlag("seconds", 2) * 1000;
/** Numbers of senders, and what `full` accepts from them at least beside `relaxed`. */
const FLOORS = { 8: 0.15, 64: 0.3 } as const;
const ACCOUNTS = 64;
/** More than a service accepts a second. */
const MOST_PER_SECOND = 4_000;
const BLOCK_TIME = 500;
const TOKEN = 10n ** 18n;

type Account = DevAccount<"delta">;

/** Transfers of an account from its first nonce on, as requests; the same are valid for every service. */
class Transfers {
  readonly account: Account;
  readonly requests: Buffer[] = [];

  constructor(account: Account) {
    this.account = account;
  }

  async sign(count: number, to: readonly string[] = [this.account.address]): Promise<void> {
    while (this.requests.length < count) {
      const nonce = this.requests.length;
      const address = to[nonce % to.length] ?? this.account.address;
      const value = to.length > 1 ? TOKEN : 1n;
      const transfer = { type: "transfer", to: address, value, nonce } as const;
      const { signedTx } = await signTransaction(this.account, transfer);
      const call = { jsonrpc: "2.0", id: 1, method: "tx_sendRawTransaction", params: [signedTx] };
      this.requests.push(requestBytes("POST", "/rpc/delta", JSON.stringify(call)));
    }
  }
}

/** A service, and how many transfers of each account it was sent. */
class Service {
  readonly name: string;
  readonly rates: Record<number, number[]> = { 8: [], 64: [] };
  readonly #server: Pinned;
  readonly #sent: number[] = [];

  constructor(name: string, server: Pinned) {
    this.name = name;
    this.#server = server;
  }

  /** Sends transfers of the first accounts, of each account over a connection of its own; resolves to those a second. */
  async load(senders: readonly Transfers[], milliseconds: number): Promise<number> {
    const most = Math.ceil((MOST_PER_SECOND * milliseconds) / 1_000 / senders.length);
    await Promise.all(senders.map((one, at) => one.sign((this.#sent[at] ?? 0) + most)));
    return this.#send(senders, milliseconds);
  }

  /** Sends every transfer of an account that is signed. */
  async sendAll(sender: Transfers): Promise<void> {
    for (const request of sender.requests) {
      await postRpc(this.#server, request.toString().slice(request.indexOf("\r\n\r\n") + 4));
    }
    this.#sent[0] = sender.requests.length;
    await new Promise((resolve) => setTimeout(resolve, BLOCK_TIME * 4));
  }

  async #send(senders: readonly Transfers[], milliseconds: number): Promise<number> {
    const sent = this.#sent;
    function* requests(at: number): Generator<Buffer> {
      const own = senders[at]?.requests ?? [];
      for (let next = sent[at] ?? 0; next < own.length; next++) {
        sent[at] = next + 1;
        yield own[next] as Buffer;
      }
    }
    const { origin } = this.#server;
    const load = { origin, requests, connections: senders.length, milliseconds };
    const rate = await generateLoad(load);
    for (const [at, { account }] of senders.entries()) {
      const nonce = await nonceOf(this.#server, account.address);
      if (nonce !== sent[at]) throw new Error(`Accepted ${nonce} of ${sent[at]} transfers`);
    }
    return rate;
  }
}

/** Milliseconds of a write of 4 KB and `fdatasync`, as a commit has at least one. */
function measureDisk(path: string): number {
  const file = openSync(path, "w");
  const times = Array.from({ length: 100 }, (_, page) => {
    const began = performance.now();
    writeSync(file, Buffer.alloc(4096), 0, 4096, page * 4096);
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return median(times);
}

const folder = makeFolder();
async function startFor(name: string, ...flags: readonly string[]): Promise<Service> {
  const own = ["--chain", "delta", "--no-traffic", "--keyless-tier", "Enterprise"];
  const blocks = ["--block-time", String(BLOCK_TIME / 1_000), "--mempool", "100000"];
  const server = await startServe(join(folder, "log"), { flags: [...own, ...blocks, ...flags] });
  return new Service(name, server);
}

pinGenerator();
const dataOf = (name: string): string[] => ["--data", join(folder, name), "--durability", name];
const full = await startFor("full", ...dataOf("full"));
const relaxed = await startFor("relaxed", ...dataOf("relaxed"));
const services = [full, relaxed, await startFor("in memory")];
const accounts = await devAccounts("delta", { network: "mainnet", count: ACCOUNTS });
const senders = accounts.map((account) => new Transfers(account));
// Genesis funds the first accounts, and the first of them the others.
const [first] = senders as [Transfers];
await first.sign(
  ACCOUNTS,
  accounts.map(({ address }) => address),
);
for (const service of services) await service.sendAll(first);
const disk: number[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  for (const count of [8, 64] as const) {
    for (const service of services) {
      const rate = await service.load(senders.slice(0, count), MILLISECONDS);
      // The first round warms up.
      if (round > 0) service.rates[count]?.push(rate);
    }
  }
  disk.push(measureDisk(join(folder, "page")));
}
const ratioOf = ({ rates }: Service, count: 8 | 64): number =>
  median((rates[count] ?? []).map((rate, round) => rate / (relaxed.rates[count]?.[round] ?? NaN)));
const cells = (service: Service, count: 8 | 64): string[] => [
  median(service.rates[count] ?? []).toFixed(0),
  ratioOf(service, count).toFixed(2),
];
printTable([
  ["submissions a second", "8 senders", "of relaxed", "64 senders", "of relaxed"],
  ...services.map((service) => [service.name, ...cells(service, 8), ...cells(service, 64)]),
]);
console.log(`a write of 4 KB with fdatasync: ${median(disk).toFixed(2)} ms`);
for (const count of [8, 64] as const) {
  const what = `submissions of ${count} senders with full beside relaxed`;
  judge({ what, value: ratioOf(full, count), least: FLOORS[count] });
}
process.exit();
