import { SEGMENTS } from "alphadelta/chains";
import type { JSX } from "preact";
import { useRoute } from "../hooks/use_route.ts";
import { hrefOf, type PageName } from "../values/route.ts";

/** A page of the menu, and the pages below it. */
interface Entry {
  readonly page: PageName;
  readonly name: string;
  readonly below: readonly PageName[];
}

const COMMON: readonly Entry[] = [
  { page: "overview", name: "Overview", below: [] },
  { page: "blocks", name: "Blocks", below: ["block"] },
  { page: "transactions", name: "Transactions", below: ["transaction", "pending"] },
];
const DEVNET: Entry = { page: "devnet", name: "Devnet", below: [] };
const OWN: Readonly<Record<"alpha" | "delta", readonly Entry[]>> = {
  alpha: [{ page: "records", name: "Records", below: ["record", "serial"] }],
  delta: [
    { page: "validators", name: "Validators", below: ["validator"] },
    { page: "tokens", name: "Tokens", below: ["token"] },
    { page: "proposals", name: "Proposals", below: ["proposal"] },
  ],
};

/** The menu of a chain. */
export function Navigation({ isDevnet }: { readonly isDevnet: boolean }): JSX.Element {
  const { segment, page } = useRoute();
  const entries = [...COMMON, ...OWN[SEGMENTS[segment].chain], ...(isDevnet ? [DEVNET] : [])];
  return (
    <nav class="menu" aria-label="Pages">
      {entries.map((entry) => (
        <a
          key={entry.page}
          href={hrefOf(segment, entry.page)}
          aria-current={entry.page === page ? "page" : isBelow(entry, page) ? "true" : undefined}
        >
          {entry.name}
        </a>
      ))}
    </nav>
  );
}

function isBelow({ below }: Entry, page: PageName | undefined): boolean {
  return page !== undefined && below.includes(page);
}
