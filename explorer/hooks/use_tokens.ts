import { useEffect } from "preact/hooks";
import type { Token, TokenBook } from "../live/token_book.ts";
import { useStore } from "./use_store.ts";
import { useDelta, useView } from "./view.ts";

/** The tokens that were read; the component is drawn again when there are more. */
export function useTokens(): TokenBook {
  const { tokens } = useView().live;
  useStore(tokens.changes);
  return tokens;
}

/** A token by its contract: null where it cannot be read, undefined until it is. */
export function useToken(contract: string): Token | null | undefined {
  const client = useDelta();
  const tokens = useTokens();
  useEffect(() => tokens.ask(client, contract), [tokens, client, contract]);
  return tokens.token(contract);
}
