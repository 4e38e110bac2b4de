import type { Client, Segment } from "alphadelta";
import { useMemo } from "preact/hooks";
import type { Session } from "../session/session.ts";
import { Store } from "../values/store.ts";
import { useStore } from "./use_store.ts";
import { useView, type View } from "./view.ts";

type Names = ReadonlyMap<string, string>;

/** Validators that are read at most. */
const MOST_VALIDATORS = 500;

const NONE: Names = new Map();
const read = new WeakMap<Session, Map<Segment, Store<Names>>>();

/** Names of the validators by address; they are read once for each segment. Empty on alpha, and until they are there. */
export function useValidatorNames(): Names {
  const { client, session, segment } = useView();
  return useStore(useMemo(() => namesOf({ client, session, segment }), [session, segment]));
}

function namesOf({
  client,
  session,
  segment,
}: Pick<View, "client" | "session" | "segment">): Store<Names> {
  const known = read.get(session) ?? new Map<Segment, Store<Names>>();
  read.set(session, known);
  const names = known.get(segment) ?? new Store(NONE);
  if (client.chain === "delta" && !known.has(segment))
    readNames(client as unknown as Client<"delta">).then(
      (found) => names.set(found),
      // Without them addresses are shown.
      () => known.delete(segment),
    );
  known.set(segment, names);
  return names;
}

async function readNames(delta: Client<"delta">): Promise<Names> {
  const list = delta.listValidators({ status: "all", limit: 100 });
  const validators = await list.toArray({ limit: MOST_VALIDATORS });
  return new Map(validators.map(({ address, name }) => [address, name]));
}
