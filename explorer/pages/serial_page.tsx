import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { CopyButton } from "../components/copy_button.tsx";
import { Facts } from "../components/facts.tsx";
import { Whole } from "../components/hash_link.tsx";
import { Loaded } from "../components/loaded.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Height, Status } from "../components/value_parts.tsx";
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
      <PageTitle kind="Serial number" title={shorten(id, 10, 8)}>
        {call.value ? <Status status={call.value.spent ? "spent" : "unspent"} /> : null}
      </PageTitle>
      <Loaded call={call}>
        {({ spent, blockNumber }) => (
          <Card title="Serial number">
            <Facts
              facts={[
                [
                  "Serial number",
                  <span class="hash mono">
                    <Whole text={id} />
                    <CopyButton text={id} name="serial number" />
                  </span>,
                ],
                [
                  "State",
                  spent
                    ? "its record is spent"
                    : "no block has spent a record with it; it may belong to none",
                ],
                [
                  "Spent in block",
                  typeof blockNumber === "number" ? <Height number={blockNumber} /> : undefined,
                ],
              ]}
            />
          </Card>
        )}
      </Loaded>
    </>
  );
}
