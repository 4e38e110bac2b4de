import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { HashLink, HashText } from "../components/hash_link.tsx";
import { Lead } from "../components/lead.tsx";
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
      <PageTitle title="Record" subject={shorten(id)}>
        <HashText text={id} name="commitment" />
      </PageTitle>
      <Loaded call={call}>
        {(record) =>
          record === null ? (
            <Notice
              tone="plain"
              title="There is no such record"
              text="No block has created this commitment."
            />
          ) : (
            <Card>
              {record.value === undefined ? null : (
                <Lead figure={<Amount value={record.value} isWhole />} />
              )}
              <Facts
                facts={[
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
