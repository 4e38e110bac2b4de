import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { HashText } from "../components/hash_link.tsx";
import { Lead } from "../components/lead.tsx";
import { Loaded } from "../components/loaded.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Height } from "../components/value_parts.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useFresh } from "../hooks/use_fresh.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useAlpha, useLive, useView } from "../hooks/view.ts";
import { shorten } from "../values/format.ts";

/** A serial number of alpha: whether its record is spent. */
export function SerialPage(): JSX.Element {
  const { segment } = useView();
  const { id } = useRoute();
  const alpha = useAlpha();
  const { version } = useLive();
  const spendings = useFresh(
    (signal) => alpha.events.subscribe("serial_numbers", {}, { signal }),
    ({ serialNumber }) => serialNumber,
    [segment],
  );
  const call = useCall(
    () => alpha.rpc.alpha_getSerialNumber(id),
    [segment, id],
    [version, spendings.has(id)],
  );
  return (
    <>
      <PageTitle title="Serial number" subject={shorten(id)}>
        <HashText text={id} name="serial number" />
      </PageTitle>
      <Loaded call={call}>
        {({ spent, blockNumber }) => (
          <Card>
            <Lead
              figure={
                typeof blockNumber === "number" ? (
                  <span>
                    Spent in block <Height number={blockNumber} />
                  </span>
                ) : spent ? (
                  "Spent"
                ) : (
                  "Unspent"
                )
              }
              note={
                spent ? undefined : "No block has spent a record with it; it may belong to none."
              }
            />
          </Card>
        )}
      </Loaded>
    </>
  );
}
