import type { ChainOf, Segment } from "../../chains/mod.ts";
import type { Client } from "../../client/mod.ts";
import type { Operations } from "../../generated/client/operations.gen.ts";
import type { Token, TokenAmount } from "../../generated/types.gen.ts";

/** A client of a chain that has tokens. */
export type TokenClient = Client<
  { [S in Segment]: ChainOf[S] extends Operations["getToken"]["chains"] ? S : never }[Segment]
>;

/** Tokens by their contracts; empty where the service does not know one, whose amounts are shown in base units. */
export type KnownTokens = Map<string, Partial<Token>>;

/** Adds symbol and decimals to the token that a transaction moved. */
export async function withToken(
  client: Client,
  item: unknown,
  known: KnownTokens = new Map(),
): Promise<unknown> {
  const { token } = Object(item) as { readonly token?: TokenAmount };
  if (!token?.contract) return item;
  const { contract } = token;
  const { getToken } = client as unknown as TokenClient;
  if (!known.has(contract)) known.set(contract, await getToken(contract).catch(() => ({})));
  return { ...Object(item), token: { ...known.get(contract), ...token } };
}

/** The same of each transaction of a list; each token is read once. */
export async function* withTokens(
  client: Client,
  items: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator {
  const known: KnownTokens = new Map();
  for await (const item of items) yield withToken(client, item, known);
}
