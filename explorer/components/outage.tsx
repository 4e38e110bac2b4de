import type { JSX } from "preact";
import { useLive, useView } from "../hooks/view.ts";
import { Notice } from "./notice.tsx";

/** Says that the service cannot be reached, for as long as that is so. */
export function Outage(): JSX.Element | null {
  const { session } = useView();
  const { connection } = useLive();
  if (connection !== "waiting") return null;
  return (
    <Notice
      tone="wait"
      title="The connection is lost"
      text={`${session.endpoint} does not answer at the moment. What you see may be old; it goes on by itself.`}
    />
  );
}
