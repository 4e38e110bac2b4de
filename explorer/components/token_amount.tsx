import type { Transaction } from "alphadelta";
import type { JSX } from "preact";
import { useTokenTransfer } from "../hooks/use_tokens.ts";
import { useView } from "../hooks/view.ts";
import type { Token } from "../live/token_book.ts";
import { formatAmount, formatCount, shortAmount, shorten } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";
import { Decimals } from "./decimals.tsx";
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
}

/** An amount of a token in its decimals, with the symbol that leads to its page. */
export function TokenAmount({ contract, value, token, isWhole }: TokenAmountProps): JSX.Element {
  const whole = token ? formatAmount(value, token.decimals) : formatCount(value);
  const short = token && !isWhole ? shortAmount(value, token.decimals) : whole;
  const name = token ? token.symbol : `base units of ${contract}`;
  return (
    <span class="number amount" title={`${whole} ${name}, ${value} base units`}>
      <Decimals text={short} /> <TokenLink contract={contract} token={token} />
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

/** Value of a transaction: in the token that it moved, or in native tokens. */
export function TransactionValue({
  transaction,
  isWhole = false,
}: {
  readonly transaction: Transaction;
  readonly isWhole?: boolean;
}): JSX.Element {
  return transaction.type === "token_transfer" ? (
    <TransferValue transaction={transaction} isWhole={isWhole} />
  ) : (
    <Amount value={transaction.value} isWhole={isWhole} />
  );
}

interface TransferValueProps {
  readonly transaction: Transaction;
  readonly isWhole: boolean;
}

function TransferValue({ transaction, isWhole }: TransferValueProps): JSX.Element {
  const transfer = useTokenTransfer(transaction);
  if (transfer === undefined) return <span class="moved bone" />;
  if (transfer)
    return (
      <span class="moved">
        <TokenAmount {...transfer} isWhole={isWhole} />
      </span>
    );
  return (
    <span class="muted" title={NO_AMOUNT}>
      {transaction.status === "failed" ? "none" : "tokens"}
    </span>
  );
}

const NO_AMOUNT =
  "A transfer that failed moved no tokens; of another, the receipt tells the amount.";
