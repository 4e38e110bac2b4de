import { SEGMENTS } from "alphadelta/chains";
import type { ComponentChildren, ComponentType, JSX } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import type { PageName, Route } from "../values/route.ts";
import { BlocksPage } from "./blocks_page.tsx";
import { later } from "./later.tsx";
import { OverviewPage } from "./overview_page.tsx";
import { TransactionsPage } from "./transactions_page.tsx";

interface PageInfo {
  readonly component: ComponentType<{ isServed: boolean }>;
  /** The chain that has it; left out, both. */
  readonly chain?: "alpha" | "delta";
  /** Topics that it subscribes to, beside the blocks that are always followed. */
  readonly topics?: readonly string[];
  /** Shows what is followed anyway, by calls of the chain beside its own. */
  readonly isOfChain?: true;
}

const PAGES: Readonly<Record<PageName, PageInfo>> = {
  overview: {
    component: OverviewPage,
    topics: ["blocks", "transactions", "pending_transactions"],
    isOfChain: true,
  },
  blocks: { component: BlocksPage, topics: ["blocks"] },
  block: {
    component: later(() => import("./block_page.tsx").then(({ BlockPage }) => BlockPage)),
    topics: ["blocks"],
  },
  transactions: { component: TransactionsPage, topics: ["transactions"] },
  transaction: {
    component: later(() =>
      import("./transaction_page.tsx").then(({ TransactionPage }) => TransactionPage),
    ),
    topics: ["blocks", "transactions"],
  },
  pending: {
    component: later(() => import("./pending_page.tsx").then(({ PendingPage }) => PendingPage)),
    topics: ["pending_transactions", "transactions"],
    isOfChain: true,
  },
  account: {
    component: later(() => import("./account_page.tsx").then(({ AccountPage }) => AccountPage)),
    topics: ["transactions"],
  },
  validators: {
    component: later(() =>
      import("./validators_page.tsx").then(({ ValidatorsPage }) => ValidatorsPage),
    ),
    chain: "delta",
    topics: ["validators"],
  },
  validator: {
    component: later(() =>
      import("./validator_page.tsx").then(({ ValidatorPage }) => ValidatorPage),
    ),
    chain: "delta",
    topics: ["validators", "blocks"],
  },
  proposals: {
    component: later(() =>
      import("./proposals_page.tsx").then(({ ProposalsPage }) => ProposalsPage),
    ),
    chain: "delta",
    topics: ["proposals"],
  },
  proposal: {
    component: later(() => import("./proposal_page.tsx").then(({ ProposalPage }) => ProposalPage)),
    chain: "delta",
    topics: ["proposals"],
  },
  tokens: {
    component: later(() => import("./tokens_page.tsx").then(({ TokensPage }) => TokensPage)),
    chain: "delta",
  },
  token: {
    component: later(() => import("./token_page.tsx").then(({ TokenPage }) => TokenPage)),
    chain: "delta",
    topics: ["transactions"],
  },
  records: {
    component: later(() => import("./records_page.tsx").then(({ RecordsPage }) => RecordsPage)),
    chain: "alpha",
    topics: ["transactions"],
    isOfChain: true,
  },
  record: {
    component: later(() => import("./record_page.tsx").then(({ RecordPage }) => RecordPage)),
    chain: "alpha",
  },
  serial: {
    component: later(() => import("./serial_page.tsx").then(({ SerialPage }) => SerialPage)),
    chain: "alpha",
    topics: ["serial_numbers"],
  },
  search: {
    component: later(() => import("./search_page.tsx").then(({ SearchPage }) => SearchPage)),
  },
  devnet: {
    component: later(() => import("./devnet_page.tsx").then(({ DevnetPage }) => DevnetPage)),
  },
  settings: {
    component: later(() => import("./settings_page.tsx").then(({ SettingsPage }) => SettingsPage)),
  },
};

interface PageOfProps {
  readonly route: Route;
  readonly isDevnet: boolean;
}

/** The page of an address; another begins anew, with nothing of the one before. */
export function PageOf({ route, isDevnet }: PageOfProps): JSX.Element {
  const { segment, page, id } = route;
  const info = page && PAGES[page];
  if (!info || (info.chain && info.chain !== SEGMENTS[segment].chain))
    return (
      <>
        <PageTitle title="Not found" />
        <Notice
          tone="plain"
          title="There is no such page"
          text="The menu above leads to those of this chain."
        />
      </>
    );
  const Page = info.component;
  const key = `${segment} ${page} ${id}`;
  return (
    <Guarded key={key}>
      <Page isServed={isDevnet} />
    </Guarded>
  );
}

/** A page that cannot be drawn says so, and leaves the rest as it is. */
function Guarded({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  const text = error instanceof Error ? error.message : String(error);
  return (
    <>
      <PageTitle title="This page cannot be drawn" />
      <Notice tone="bad" title="The service sent something unexpected" text={text}>
        <button type="button" class="button" onClick={reset}>
          Try again
        </button>
      </Notice>
    </>
  );
}

/** Tells whether the page of an address shows what is followed anyway. */
export function isOfChain({ page }: Route): boolean {
  return page !== undefined && PAGES[page].isOfChain === true;
}

/** Topics that the page of an address subscribes to. */
export function topicsOf({ page }: Route): readonly string[] {
  return (page && PAGES[page].topics) ?? [];
}
