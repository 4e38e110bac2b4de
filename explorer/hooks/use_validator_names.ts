import type { Client, Segment } from "alphadelta";
import { useEffect, useState } from "preact/hooks";
import type { Session } from "../session/session.ts";
import { useView, type View } from "./view.ts";

type Names = ReadonlyMap<string, string>;

/** Validators that are read at most. */
const MOST_VALIDATORS = 500;

const NONE: Names = new Map();
const read = new WeakMap<Session, Map<Segment, Promise<Names>>>();

/** Names of the validators by address; they are read once for each segment. Empty on alpha, and until they are there. */
export function useValidatorNames(): Names {
  const { client, session, segment } = useView();
  const [names, setNames] = useState(NONE);
  useEffect(() => {
    let isCurrent = true;
    setNames(NONE);
    // Without them addresses are shown.
    namesOf({ client, session, segment }).then(
      (found) => isCurrent && setNames(found),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [session, segment]);
  return names;
}

function namesOf({
  client,
  session,
  segment,
}: Pick<View, "client" | "session" | "segment">): Promise<Names> {
  if (client.chain !== "delta") return Promise.resolve(NONE);
  const known = read.get(session) ?? new Map<Segment, Promise<Names>>();
  read.set(session, known);
  const names = known.get(segment) ?? readNames(client as unknown as Client<"delta">);
  known.set(segment, names);
  names.catch(() => known.delete(segment));
  return names;
}

async function readNames(delta: Client<"delta">): Promise<Names> {
  const list = delta.listValidators({ status: "all", limit: 100 });
  const validators = await list.toArray({ limit: MOST_VALIDATORS });
  return new Map(validators.map(({ address, name }) => [address, name]));
}
