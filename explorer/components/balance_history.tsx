import type { Account } from "alphadelta";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useCall } from "../hooks/use_call.ts";
import { theme } from "../hooks/preferences.ts";
import { useStore } from "../hooks/use_store.ts";
import { useLive, useView } from "../hooks/view.ts";
import { numberOf } from "../values/format.ts";
import { heightsSince } from "../values/heights.ts";
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
  const shownTheme = useStore(theme);
  const { address, firstSeen } = account;
  const call = useCall(
    () => readHistory(client, { address, heights: heightsSince(firstSeen, blocks, POINTS) }),
    [segment, address, hasReadBlocks],
    [version],
  );
  return (
    <Loaded call={call} loading={<div class="loading balance-chart" />}>
      {({ Chart, heights, balances }) =>
        heights.length < 2 ? (
          <p class="empty">The account is too new.</p>
        ) : (
          <Chart
            key={shownTheme}
            heights={heights}
            balances={balances.map((one) => numberOf(one))}
            unit={client.chain}
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
  const [{ BalanceChart }, results] = await Promise.all([
    import("../charts/balance_chart.tsx"),
    client.rpc.batch(entries, { priority: "watch" }),
  ]);
  return { Chart: BalanceChart, heights, balances: results.map(({ balance }) => balance) };
}
