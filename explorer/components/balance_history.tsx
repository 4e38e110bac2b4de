import type { Account } from "alphadelta";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { BlockChart } from "../charts/block_chart.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useLive, useView } from "../hooks/view.ts";
import { numberOf } from "../values/format.ts";
import { heightsSince } from "../values/heights.ts";
import { hrefOf } from "../values/route.ts";
import { Card } from "./card.tsx";
import { Loaded } from "./loaded.tsx";

/** Heights at which the balance is read, each a request. */
const POINTS = 24;

/** The balance of an account over its life; where requests are limited, once the reader asks for it. */
export function BalanceHistory({ account }: { readonly account: Account }): JSX.Element {
  const { session } = useView();
  const [isWanted, want] = useState(session.budget() === undefined);
  return (
    <Card title="Balance history">
      {isWanted ? (
        <History account={account} />
      ) : (
        <button type="button" class="button" onClick={() => want(true)}>
          Read it at {POINTS} heights, a request each
        </button>
      )}
    </Card>
  );
}

function History({ account }: { readonly account: Account }): JSX.Element | null {
  const { client, segment } = useView();
  const { blocks, version, hasReadBlocks } = useLive();
  const { address, firstSeen } = account;
  const call = useCall(
    () => readHistory(client, { address, heights: heightsSince(firstSeen, blocks, POINTS) }),
    [segment, address, hasReadBlocks],
    [version],
  );
  return (
    <Loaded call={call} loading={<div class="loading balance-chart" />}>
      {(read) =>
        read.length < 2 ? (
          <p class="empty">The account is too new.</p>
        ) : (
          <BlockChart
            title="Balance"
            unit={client.chain}
            blocks={read}
            hrefOf={(height) => hrefOf(segment, "block", height)}
          />
        )
      }
    </Loaded>
  );
}

type Reader = ReturnType<typeof useView>["client"];

async function readHistory(
  client: Reader,
  { address, heights }: { readonly address: string; readonly heights: readonly number[] },
) {
  const entries = heights.map((height) => ["account_getBalance", address, height] as const);
  const results = await client.rpc.batch(entries, { priority: "watch" });
  return results.map(({ balance }, index) => ({
    height: heights[index] ?? 0,
    value: numberOf(balance),
  }));
}
