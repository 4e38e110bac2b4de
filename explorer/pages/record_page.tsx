import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { CopyButton } from "../components/copy_button.tsx";
import { Facts } from "../components/facts.tsx";
import { HashLink, Whole } from "../components/hash_link.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Amount, Height } from "../components/value_parts.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useAlpha, useLive, useView } from "../hooks/view.ts";
import { shorten } from "../values/format.ts";

/** A record of alpha, by its commitment. */
export function RecordPage(): JSX.Element {
  const { segment } = useView();
  const { id } = useRoute();
  const alpha = useAlpha();
  const { version } = useLive();
  const call = useCall(() => alpha.rpc.alpha_getRecord(id), [segment, id], [version]);
  return (
    <>
      <PageTitle kind="Record" title={shorten(id, 10, 8)} />
      <Loaded call={call}>
        {(record) =>
          record === null ? (
            <Notice
              tone="plain"
              title="There is no such record"
              text="No block has created this commitment."
            />
          ) : (
            <Card title="Record">
              <Facts
                facts={[
                  [
                    "Commitment",
                    <span class="hash mono">
                      <Whole text={id} />
                      <CopyButton text={id} name="commitment" />
                    </span>,
                  ],
                  [
                    "Created in block",
                    record.blockNumber === undefined ? undefined : (
                      <Height number={record.blockNumber} />
                    ),
                  ],
                  [
                    "Transaction",
                    typeof record.transactionHash === "string" ? (
                      <HashLink page="transaction" id={record.transactionHash} isWhole />
                    ) : (
                      "none: the chain began with it"
                    ),
                  ],
                  ["Place", record.index],
                  [
                    "Value",
                    record.value === undefined ? undefined : (
                      <Amount value={record.value} isWhole />
                    ),
                  ],
                  [
                    "Owner",
                    record.owner === undefined ? undefined : (
                      <HashLink page="account" id={record.owner} isWhole />
                    ),
                  ],
                ]}
              />
              <p class="muted">
                Value and owner are shown by the devnet; a private chain hides them.
              </p>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}
