import type { Client, Segment } from "alphadelta";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { LiveChain, LiveState } from "../live/live_chain.ts";
import type { CallLog } from "../session/call_log.ts";
import type { Session } from "../session/session.ts";
import { useStore } from "./use_store.ts";

/** Context of a page. */
export interface View {
  readonly session: Session;
  readonly segment: Segment;
  /** Notes its calls in `log`. */
  readonly client: Client;
  readonly log: CallLog;
  readonly live: LiveChain;
}

/** The view that is shown. */
export const ViewContext = createContext<View | undefined>(undefined);

/** The view that the component is a part of. */
export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new TypeError("Cannot draw: there is no view");
  return view;
}

/** Present state of the chain. */
export function useLive(): LiveState {
  return useStore(useView().live.state);
}

/** The client of the view as one of delta; pages of delta alone are not drawn on alpha. */
export function useDelta(): Client<"delta"> {
  return useView().client as unknown as Client<"delta">;
}

/** The client of the view as one of alpha; pages of alpha alone are not drawn on delta. */
export function useAlpha(): Client<"alpha"> {
  return useView().client as unknown as Client<"alpha">;
}

/** The page of who produced a block: a validator on delta, an account on alpha. */
export function useProducerPage(): "validator" | "account" {
  return useView().client.chain === "delta" ? "validator" : "account";
}
