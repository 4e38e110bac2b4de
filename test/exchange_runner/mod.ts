/**
 * Golden exchanges: files that each hold requests and the answers expected, and what runs them against a service.
 *
 * A file starts with `# Title`; further lines that start with `#` are comments. `chains: alpha` limits it to a chain,
 * a line that starts with `@alpha` is there on that chain alone, `blocks: ours` keeps it from services that make blocks
 * by themselves, `mempool: 2` needs a service in which so many transactions may wait, `tier: Public` one that nobody else
 * asks, with that tier for callers without a key. Then come steps:
 *
 * - `>>> GET {rest}/blocks?limit=1` asks, with headers and a body below it. `{rest}`, `{rpc}`, `{keys}` and `{origin}`
 *   are the servers' URLs. `<name>` is a value, in headers too, `<account 3>` the address of a dev account, `<letters 129>`,
 *   `<nested 65>`, `<texts 399>`, `<calls 101>` and `<byte ff>` are what a file cannot hold.
 * - `<<< 200` follows it with headers and the JSON expected. `<hash>` and the other types are holes; `<hash block>` is a
 *   hole that has a name from then on and is the same value everywhere; `<block>` and `<height+1>` are values; holes
 *   may stand inside texts; `...` after the last item of an array is "and any number like it", `...20` makes it 20 in all. A field whose name ends
 *   in `?` may be absent.
 * - `>>> MESSAGE {ws}` sends the text below it on the WebSocket of the case, or nothing where none stands there; each
 *   `<<< message` after it is the next message that comes, a reply or an event. `<subscriptions 100>` is a batch.
 * - `let payment = transfer from 3 to 4 value 5` signs a transfer: `<payment.signedTx>`, `<payment.txHash>` and so on.
 *   Other types have their fields as options: `let stake = delegate from 3 validator <validator> value 5`.
 * - `wait for <payment.txHash>` goes on when that is in a block.
 *
 * Every answer is also checked against the specs.
 *
 * @module
 */
export * from "./contract.ts";
export * from "./exchange.ts";
export * from "./exchange_error.ts";
export * from "./list_files.ts";
export * from "./parse_exchange.ts";
export * from "./place.ts";
export * from "./process_target.ts";
export * from "./run_exchange.ts";
export * from "./target.ts";
export * from "./url_target.ts";
