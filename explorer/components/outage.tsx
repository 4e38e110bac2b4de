import type { JSX } from "preact";
import { useLive, useView } from "../hooks/view.ts";
import { readError } from "../values/read_error.ts";
import { Notice } from "./notice.tsx";
import { useGateway, useStanding } from "./upstream_badge.tsx";

/** Says that the service cannot be reached, or that nothing can be read of it, for as long as that is so. */
export function Outage(): JSX.Element | null {
  const { segment, session } = useView();
  const { blocks, connection, failure } = useLive();
  const gateway = useGateway();
  const standing = useStanding(gateway);
  if (blocks.length === 0 && failure !== undefined)
    return (
      <Notice
        tone="bad"
        title={`Nothing can be read of ${segment} at ${session.endpoint}`}
        text={readError(failure).text}
      />
    );
  if (gateway && (standing === "interrupted" || standing === "stale"))
    return (
      <Notice
        tone="wait"
        title="The upstream does not answer"
        text={`${session.endpoint} has no connection to the service that it answers from. What you see may be old; it goes on by itself.`}
      />
    );
  if (connection !== "waiting") return null;
  return (
    <Notice
      tone="wait"
      title="The connection is lost"
      text={`${session.endpoint} does not answer at the moment. What you see may be old; it goes on by itself.`}
    />
  );
}
