/** A transfer, as its signer writes it. */
interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly nonce: number;
}

/** A transfer with its hash. */
export type PlainTransaction = Transfer & { readonly hash: string };

/** A block. */
export interface PlainBlock {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Milliseconds. */
  readonly timestamp: number;
  readonly transactions: readonly PlainTransaction[];
}

/** A refusal: of REST by one of its codes, of JSON-RPC by a number. */
export class Refusal extends Error {
  readonly code: string | number;

  constructor(code: string | number, message: string) {
    super(message);
    this.code = code;
  }
}

const START = 1_767_225_600_000;

/** Forty digits in capitals. */
export function hashOf(text: string): string {
  let state = 7n;
  for (const character of text)
    state = (state * 131n + BigInt(character.charCodeAt(0))) % 2n ** 61n;
  return `0x${((state + 2n ** 55n) ** 3n).toString(16).slice(0, 40).toUpperCase()}`;
}

/** The chain of a {@linkcode PlainService}, in memory. It looks hashes up as it writes them. */
export class PlainChain {
  readonly name: string;
  /** Its addresses are names behind a prefix. */
  readonly ann: string;
  readonly bob: string;
  readonly validator: string;
  /** Seconds. */
  readonly blockTime: number;
  readonly blocks: PlainBlock[] = [];
  /** Serial numbers that a test has spent. */
  readonly spent = new Set<string>();
  #pending: readonly PlainTransaction[] = [];

  /** @param blocks Blocks at the start, from height 1 on, each with a transfer from Ann to Bob. */
  constructor(name: string, blocks: number, blockTime: number) {
    const prefix = name.startsWith("alpha") ? "ax1" : "dx1";
    this.name = name;
    this.blockTime = blockTime;
    this.ann = `${prefix}Ann`;
    this.bob = `${prefix}Bob_of_Plainville.and_of_a_name_that_is_longer_than_all_others`;
    this.validator = `${prefix}VALIDATOR-7`;
    for (let made = 0; made < blocks; made++) {
      this.submit(this.sign(5n + BigInt(made)));
      this.mine();
    }
  }

  get head(): PlainBlock {
    return this.blocks.at(-1) as PlainBlock;
  }

  get transactions(): readonly PlainTransaction[] {
    return this.blocks.flatMap(({ transactions }) => transactions);
  }

  /** A signed transfer from Ann to Bob, in bytes that this chain alone reads. */
  sign(value: bigint, nonce: number = this.nonceOf(this.ann)): string {
    const transfer: Transfer = { from: this.ann, to: this.bob, value: String(value), nonce };
    return `0x${Buffer.from(JSON.stringify([this.name, transfer])).toString("hex")}`;
  }

  /** The hash that the bytes of a transaction get. */
  hashOf(signedTx: string): string {
    return hashOf(signedTx);
  }

  /** Takes a transaction. The same bytes are refused from then on. */
  submit(signedTx: string): string {
    const [name, transfer] = JSON.parse(Buffer.from(signedTx.slice(2), "hex").toString());
    const hash = hashOf(signedTx);
    const isKnown = [...this.transactions, ...this.#pending].some((one) => one.hash === hash);
    if (name !== this.name || isKnown) throw new Refusal(-32000, "Known, or of another chain");
    const next = this.nonceOf(this.ann) + this.#pending.length;
    if (transfer.nonce !== next)
      throw new Refusal(transfer.nonce < next ? -32002 : -32003, `The next nonce is ${next}`);
    if (BigInt(transfer.value) > BigInt(this.balanceOf(this.ann)))
      throw new Refusal(-32001, "Too little");
    this.#pending = [...this.#pending, { ...transfer, hash }];
    return hash;
  }

  /** Makes a block of what is pending. */
  mine(): PlainBlock {
    const number = this.blocks.length + 1;
    const parentHash = this.blocks.at(-1)?.hash ?? hashOf(this.name);
    this.blocks.push({
      ...{ number, parentHash, hash: hashOf(`${parentHash} ${number}`) },
      ...{ timestamp: START + number * this.blockTime * 1_000, transactions: this.#pending },
    });
    this.#pending = [];
    return this.head;
  }

  /** The block of a transaction. */
  blockOf(hash: string): PlainBlock | undefined {
    return this.blocks.find(({ transactions }) => transactions.some((one) => one.hash === hash));
  }

  /** Transactions in blocks, of an address. */
  of(address: string): readonly PlainTransaction[] {
    return this.transactions.filter(({ from, to }) => from === address || to === address);
  }

  /** By blocks alone: what is pending does not count. */
  nonceOf(address: string): number {
    return this.transactions.filter(({ from }) => from === address).length;
  }

  balanceOf(address: string): string {
    const moved = this.of(address).map(
      ({ to, value }) => BigInt(value) * (to === address ? 1n : -1n),
    );
    return String(moved.reduce((sum, one) => sum + one, 10n ** 20n));
  }
}
