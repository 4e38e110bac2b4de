import type { Transaction } from "alphadelta";
import type { JSX } from "preact";
import { useToken } from "../hooks/use_tokens.ts";
import { useView } from "../hooks/view.ts";
import type { Token } from "../live/token_book.ts";
import { formatAmount, formatCount, shortAmount, shorten } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";
import { Decimals } from "./decimals.tsx";
import { Figure } from "./figure.tsx";
import { Amount } from "./value_parts.tsx";

/** Characters of a symbol that are shown: nothing bounds what a contract calls itself. */
const LONGEST = 20;

interface TokenAmountProps {
  readonly contract: string;
  /** In base units of the token. */
  readonly value: bigint;
  /** Null of one whose decimals are not known: base units are shown. */
  readonly token: Token | null;
  readonly isWhole?: boolean;
  /** Further decimals come at a click. */
  readonly isHeadline?: boolean;
}

/** An amount of a token in its decimals, with the symbol that leads to its page. */
export function TokenAmount({
  contract,
  value,
  token,
  isWhole,
  isHeadline,
}: TokenAmountProps): JSX.Element {
  const whole = token ? formatAmount(value, token.decimals) : formatCount(value);
  const short = token && !isWhole ? shortAmount(value, token.decimals) : whole;
  const name = token ? token.symbol : `base units of ${contract}`;
  return (
    <span class="number amount" title={`${whole} ${name}, ${value} base units`}>
      {isHeadline ? <Figure text={whole} /> : <Decimals text={short} />}{" "}
      <TokenLink contract={contract} token={token} />
    </span>
  );
}

/** The symbol of a token; leads to its page. */
export function TokenLink({
  contract,
  token,
}: Pick<TokenAmountProps, "contract" | "token">): JSX.Element {
  const { segment } = useView();
  return (
    <a
      class="symbol"
      href={hrefOf(segment, "token", contract)}
      title={token ? `${token.symbol}, ${contract}` : contract}
    >
      {token ? shorten(token.symbol, LONGEST, 1) : `units of ${shorten(contract)}`}
    </a>
  );
}

interface TransactionValueProps {
  readonly transaction: Transaction;
  readonly isWhole?: boolean;
}

/** Value of a transaction: in the token that it moved, or in native tokens. */
export function TransactionValue({ transaction, isWhole }: TransactionValueProps): JSX.Element {
  const { type, token, value } = transaction;
  if (token) return <TransferValue moved={token} isWhole={isWhole ?? false} />;
  if (type !== "token_transfer") return <Amount value={value} isWhole={isWhole ?? false} />;
  return (
    <span class="muted" title="A transfer that failed moved no tokens.">
      none
    </span>
  );
}

interface TransferValueProps {
  readonly moved: NonNullable<Transaction["token"]>;
  readonly isWhole: boolean;
}

function TransferValue({ moved, isWhole }: TransferValueProps): JSX.Element {
  const { contract, amount } = moved;
  const token = useToken(contract);
  if (token === undefined) return <span class="moved bone" />;
  return (
    <span class="moved">
      <TokenAmount contract={contract} value={amount} token={token} isWhole={isWhole} />
    </span>
  );
}
