import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { BlockStrip } from "../components/block_strip.tsx";
import { BlockTable } from "../components/block_table.tsx";
import { Card } from "../components/card.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { type Tile, Tiles } from "../components/tiles.tsx";
import { TransactionTable } from "../components/transaction_table.tsx";
import { Ago } from "../components/value_parts.tsx";
import { ChainCharts } from "../components/chain_charts.tsx";
import { useBlockGas } from "../hooks/use_block_gas.ts";
import { useLive, useView } from "../hooks/view.ts";
import type { LiveState } from "../live/live_chain.ts";
import {
  compactAmount,
  formatCount,
  formatGasPrice,
  formatNumber,
  formatRatio,
} from "../values/format.ts";
import { hrefOf } from "../values/route.ts";

const SHOWN = 10;
/** Blocks in the strip. */
const STRIP = 12;

/** The chain as it is now: figures, newest blocks and transactions, live. */
export function OverviewPage(): JSX.Element {
  const { client, segment, live } = useView();
  const state = useLive();
  useEffect(() => live.watchTransactions(), [live]);
  const blocks = state.hasReadBlocks ? state.blocks : undefined;
  const transactions = state.hasReadTransactions ? state.transactions : undefined;
  const { gas, gasLimit } = useBlockGas(state.blocks, state.transactions, STRIP);
  const name = client.chain === "alpha" ? "Alpha" : "Delta";
  const title = <PageTitle title={`${name} ${client.network}`} />;
  // The note above says why there is nothing to show.
  if (!state.hasReadBlocks && state.failure !== undefined) return title;
  return (
    <>
      {title}
      <Tiles tiles={tilesOf(state, client.chain === "delta")} />
      <LiveRows items={blocks} keyOf={hashOf} noun="block" limit={STRIP}>
        {(shown) => <BlockStrip state={state} blocks={shown} gas={gas} gasLimit={gasLimit} />}
      </LiveRows>
      <ChainCharts blocks={state.blocks} gas={gas} />
      <div class="columns">
        <Card title="Latest blocks" aside={<a href={hrefOf(segment, "blocks")}>All blocks</a>}>
          <LiveRows items={blocks} keyOf={hashOf} noun="block" limit={SHOWN}>
            {(shown) => <BlockTable caption="Latest blocks" blocks={shown} expected={SHOWN} />}
          </LiveRows>
        </Card>
        <Card
          title="Latest transactions"
          aside={
            <>
              <a href={hrefOf(segment, "pending")}>Pending</a>{" "}
              <a href={hrefOf(segment, "transactions")}>All transactions</a>
            </>
          }
        >
          <LiveRows items={transactions} keyOf={hashOf} noun="transaction" limit={SHOWN}>
            {(shown) => (
              <TransactionTable
                caption="Latest transactions"
                transactions={shown}
                empty="No transactions yet."
                expected={SHOWN}
                isShort
              />
            )}
          </LiveRows>
        </Card>
      </div>
    </>
  );
}

function hashOf({ hash }: { readonly hash: string }): string {
  return hash;
}

function tilesOf({ blocks, transactions, info, stats }: LiveState, hasStake: boolean): Tile[] {
  const [head] = blocks;
  const oldest = blocks.at(-1);
  const seconds = head && oldest ? head.timestamp - oldest.timestamp : 0;
  const count = blocks.slice(0, -1).reduce((sum, { txCount }) => sum + txCount, 0);
  const perMinute = seconds > 0 ? formatNumber((count / seconds) * 60, 1) : "–";
  const blockTime = seconds > 0 ? `${formatNumber(seconds / (blocks.length - 1))} s` : "–";
  const paid = transactions.slice(0, 50).filter(({ gasPrice }) => typeof gasPrice === "bigint");
  const prices = paid.map(({ gasPrice }) => gasPrice);
  const fee = prices.toSorted((one, other) => (one < other ? -1 : 1))[
    Math.floor(prices.length / 2)
  ];
  return [
    {
      name: "Height",
      value: head ? formatCount(head.number) : "–",
      note: head ? <Ago timestamp={head.timestamp} /> : "waiting",
    },
    { name: "Block time", value: blockTime, note: info ? `target ${info.blockTime} s` : "" },
    {
      name: "Transactions a minute",
      value: perMinute,
      note: info ? `${formatCount(info.totalTransactions)} in total` : "",
    },
    {
      name: "Median gas price",
      value: fee === undefined ? "–" : formatGasPrice(fee),
      note: "of a token",
    },
    ...(hasStake
      ? [
          {
            name: "Staked",
            value: stats ? formatRatio(stats.stakingRatio, 1) : "–",
            note: stats
              ? `${compactAmount(stats.totalStaked)} of ${compactAmount(stats.totalSupply)}`
              : "",
          },
        ]
      : []),
    {
      name: hasStake ? "Validators" : "Producers",
      value: info ? formatCount(info.activeValidators) : "–",
      note: hasStake ? "active" : stats ? `${compactAmount(stats.totalSupply)} supply` : "",
    },
  ];
}
