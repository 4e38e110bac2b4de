import type { PagedList } from "alphadelta";
import { check, present, same } from "./expect.ts";
import { connect, type World } from "./world.ts";

/** Walks a list: as many items as it says, and none twice. */
async function walk<Item>(
  name: string,
  list: PagedList<Item>,
  identify: (item: Item) => unknown,
): Promise<void> {
  const seen: unknown[] = [];
  for await (const item of list) seen.push(identify(item));
  const first = await list;
  same(seen.length, first.pagination?.totalItems ?? first.items.length, `the items of ${name}`);
  same(new Set(seen).size, seen.length, `the different items of ${name}`);
  check(seen.length > 0, `${name} to have items`);
  let pages = 0;
  let items = 0;
  for await (const page of list.pages()) {
    pages += 1;
    items += page.items.length;
    if (pages === 2) break;
  }
  check(items <= seen.length, `two pages of ${name} to hold at most all`);
  const some = await list.toArray({ limit: 3 });
  same(some.length, Math.min(3, seen.length), `the first items of ${name}`);
}

/** Every list of delta. */
export async function walkDelta(world: World): Promise<void> {
  const delta = connect(world, "delta");
  const hashOf = ({ hash }: { readonly hash: string }): string => hash;
  await walk("blocks", delta.listBlocks({ order: "asc", limit: 25 }), hashOf);
  const transactions = delta.listTransactions({ limit: 50 });
  await walk("transactions", transactions, hashOf);
  const transfer = (await transactions).items.find(({ type }) => type === "transfer");
  const { from, blockNumber } = present(transfer, "a transfer");
  const height = present(blockNumber, "a transfer's block");
  await walk("a block's transactions", delta.listBlockTransactions(height, { limit: 25 }), hashOf);
  await walk("an account's", delta.listAccountTransactions(from, { limit: 20 }), hashOf);
  await walk(
    "validators",
    delta.listValidators({ status: "all", limit: 3 }),
    (item) => item.address,
  );
  await walk("proposals", delta.listProposals({ status: "all", limit: 2 }), (item) => item.id);
  const holder = await holderOf(delta.listTransactions({ type: "token_transfer", limit: 5 }));
  const { tokens } = await delta.listAccountTokens(holder);
  check(tokens.length > 0, "an account's tokens to be there");
}

/** Every list of alpha. */
export async function walkAlpha(world: World): Promise<void> {
  const alpha = connect(world, "alpha");
  const hashOf = ({ hash }: { readonly hash: string }): string => hash;
  await walk("blocks", alpha.listBlocks({ limit: 30 }), hashOf);
  const transactions = alpha.listTransactions({ limit: 50 });
  await walk("transactions", transactions, hashOf);
  const { from, blockNumber } = present((await transactions).items[0], "a transfer");
  const height = present(blockNumber, "a transfer's block");
  await walk("a block's transactions", alpha.listBlockTransactions(height, { limit: 25 }), hashOf);
  await walk("an account's", alpha.listAccountTransactions(from, { limit: 20 }), hashOf);
}

async function holderOf(list: PagedList<{ readonly from: string }>): Promise<string> {
  const [first] = await list.toArray({ limit: 1 });
  return present(first, "a transfer of a token").from;
}
