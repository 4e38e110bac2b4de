import { useEffect } from "preact/hooks";
import type { Moving, Token, TokenBook, TokenTransfer } from "../live/token_book.ts";
import { useStore } from "./use_store.ts";
import { useDelta, useView } from "./view.ts";

/** The tokens that were seen; the component is drawn again when there are more. */
export function useTokens(): TokenBook {
  const { tokens } = useView().live;
  useStore(tokens.changes);
  return tokens;
}

/** The tokens of a transfer: null where it does not tell, undefined until it is read. */
export function useTokenTransfer(
  transaction: Moving,
): (TokenTransfer & { readonly token: Token | null }) | null | undefined {
  const client = useDelta();
  const tokens = useTokens();
  const { hash, blockHash } = transaction;
  useEffect(() => tokens.ask(client, transaction), [tokens, client, hash, blockHash]);
  const transfer = tokens.transfer(transaction);
  if (!transfer) return transfer;
  const token = tokens.token(transfer.contract);
  return token === undefined ? undefined : { ...transfer, token };
}
