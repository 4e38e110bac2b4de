import {
  type OperationId,
  OPERATIONS,
  type ServiceOperations,
} from "../../../generated/service/operations.gen.ts";
import type { BlockList, Pagination, TransactionList } from "../../../generated/types.gen.ts";
import { SPECS } from "../../../generated/specs.gen.ts";
import { PROPOSAL, showAccount, TOKEN, VALIDATOR } from "../../chain/ledger/mod.ts";
import type { Rendered, RenderedPage, Window } from "../../chain/store/mod.ts";
import {
  type ChainAnswers,
  type ChainContext,
  type Data,
  type OperationInput,
  readChainStats,
  readProposals,
  readTokens,
  readValidators,
  readValue,
  RestServiceError,
} from "../context/mod.ts";
import { refusalText } from "../../refusal_text.ts";
import { restProposal, restProposalDetail, restTokenBalance, restValidator } from "../views.ts";

/** Ids of the operations on servers of a scope: of each segment, or of the host as a whole. */
type OperationIdOf<Scope extends "segment" | "host"> = {
  [Id in OperationId]: ServiceOperations[Id]["scope"] extends Scope ? Id : never;
}[OperationId];

/** Ids of the operations that each segment has. */
export type SegmentOperationId = OperationIdOf<"segment">;

/** Ids of the operations that the host has as a whole. */
export type HostOperationId = OperationIdOf<"host">;

/** Implements each operation: takes validated input, returns `data` as a value or as its JSON. */
type Handlers<Ids extends OperationId, Context> = {
  readonly [Id in Ids]: (
    input: ServiceOperations[Id]["input"],
    context: Context,
  ) => Promise<ServiceOperations[Id]["data"] | Rendered>;
};

/** Dependencies of a key request. */
export interface KeyRequestContext {
  /** Issues a key in the name of an email; resolves to the message of a refusal if the peer may not have another one. */
  readonly issue: (email: string) => Promise<ServiceOperations["requestKey"]["data"] | string>;
}

/** Handlers of the operations of the host; the type makes each one mandatory. */
export const HOST_HANDLERS: Handlers<HostOperationId, KeyRequestContext> = {
  async requestKey({ body: { email } }, { issue }) {
    const issued = await issue(email);
    if (typeof issued === "string") throw new RestServiceError("RATE_LIMITED", issued);
    return issued;
  },
};

/** Handlers of the operations of a segment, by tag of the specs; the type makes each one mandatory. */
export const OPERATION_HANDLERS: Handlers<SegmentOperationId, ChainContext> = {
  // Chain
  async getChainInfo(_input, { selection, store, source }) {
    const { blockTime } = source;
    return store.derive(`info ${blockTime}`, async () => {
      const [head, validators] = await Promise.all([store.head(), readValidators(store)]);
      return {
        chain: selection.chain,
        network: selection.network,
        version: SPECS.openapi.version,
        blockHeight: head?.block.height ?? 0,
        blockTime,
        totalTransactions: head?.totalTransactions ?? 0,
        activeValidators: validators.filter(([, { status }]) => status === "active").length,
      };
    });
  },

  async getChainStats(_input, { store }) {
    return store.derive("stats", async () => {
      const { tps, averageBlockTime, supply } = await readChainStats(store);
      return {
        tps,
        avgBlockTime: averageBlockTime,
        totalSupply: supply.total.toString(),
        circulatingSupply: (supply.total - supply.staked).toString(),
        totalStaked: supply.staked.toString(),
        stakingRatio:
          supply.total === 0n ? 0 : Number((supply.staked * 1_000_000n) / supply.total) / 1_000_000,
      };
    });
  },

  // Blocks
  async listBlocks({ query }, { store }) {
    const page = await store.listBlocks({ ...windowOf(query), order: query.order });
    return renderList("listBlocks", page, query);
  },

  async getBlock({ path }, { store }) {
    return requireFound(await store.renderBlock(path.identifier), "noBlock", path.identifier);
  },

  async listBlockTransactions({ path, query }, { store }) {
    const page = await store.listBlockTransactions(path.number, windowOf(query));
    const found = requireFound(page, "noBlock", path.number);
    return renderList("listBlockTransactions", found, query);
  },

  // Transactions
  async getTransaction({ path }, { store }) {
    return requireFound(await store.renderTransaction(path.hash), "noTransaction", path.hash);
  },

  async listTransactions({ query }, { store }) {
    const { type, address } = query;
    const page = await store.listTransactions({
      ...windowOf(query),
      ...(type === "all" ? {} : { type }),
      ...(address === undefined ? {} : { address }),
    });
    return renderList("listTransactions", page, query);
  },

  // Accounts
  async getAccount({ path: { address } }, { store }) {
    const account = requireFound(await store.readAccount(address), "noAccount", address);
    const { balance, nonce } = showAccount(account.state);
    return {
      address,
      balance,
      nonce,
      txCount: account.txCount,
      // Nobody has the key of a contract, so an account that has sent a transaction is not one.
      isContract: nonce === 0 && (await readValue(store, TOKEN, address)) !== undefined,
      firstSeen: account.firstSeen,
      lastSeen: account.lastSeen,
    };
  },

  async listAccountTransactions({ path: { address }, query }, { store }) {
    const { direction } = query;
    const page = await store.listAccountTransactions(address, { ...windowOf(query), direction });
    if (page.total === 0) requireFound(await store.readAccount(address), "noAccount", address);
    return renderList("listAccountTransactions", page, query);
  },

  async listAccountTokens({ path: { address } }, { store }) {
    requireFound(await store.readAccount(address), "noAccount", address);
    return { tokens: (await readTokens(store, address)).map(restTokenBalance) };
  },

  // Tokens
  async getToken({ path: { contract } }, { store }) {
    const token = requireFound(await readValue(store, TOKEN, contract), "noToken", contract);
    const { symbol, decimals } = token;
    return { contract, symbol, decimals };
  },

  // Validators
  async listValidators({ query }, { store }) {
    const { status, page, limit } = query;
    const listed = (await readValidators(store)).filter(
      ([, validator]) => status === "all" || validator.status === status,
    );
    const { offset } = windowOf(query);
    return {
      validators: listed
        .slice(offset, offset + limit)
        .map(([address, validator]) => restValidator(address, validator)),
      pagination: { page, limit, totalItems: listed.length },
    };
  },

  async getValidator({ path: { address } }, { store }) {
    const validator = await readValue(store, VALIDATOR, address);
    return restValidator(address, requireFound(validator, "noValidator", address));
  },

  // Governance
  async listProposals({ query }, { store }) {
    const { status, page, limit } = query;
    const { items, total } = await readProposals(store, { ...windowOf(query), status });
    return {
      proposals: items.map(([id, proposal]) => restProposal(id, proposal)),
      pagination: { page, limit, totalItems: total },
    };
  },

  async getProposal({ path: { id } }, { store }) {
    const proposal = await readValue(store, PROPOSAL, String(id));
    return restProposalDetail(id, requireFound(proposal, "noProposal", id));
  },
};

/** A handler of any operation; its input was read by the operation's own definition. */
type AnyHandler = (input: OperationInput, context: ChainContext) => Promise<Data>;

/** Answers the operations of a segment from its store. */
export function operationsOf(
  context: ChainContext,
): Pick<ChainAnswers, "revision" | "answerOperation"> {
  const handlers = OPERATION_HANDLERS as unknown as Readonly<Record<OperationId, AnyHandler>>;
  return {
    revision: () => revisionTag(context),
    answerOperation: (id, input) => handlers[id](input, context),
  };
}

/**
 * The ETag of data derived from the chain's current state. It differs after every change, even a reverted one, after
 * every restart, and with another block time. Weak, since `meta` always differs.
 */
export function revisionTag({ store, source }: Pick<ChainContext, "store" | "source">): string {
  return `W/"${store.events.epoch}.${store.revision}.${source.blockTime}"`;
}

/** @throws {RestServiceError} `NOT_FOUND` with a text of refusals if nothing was found. */
function requireFound<T>(found: T | undefined, ...text: Parameters<typeof refusalText>): T {
  if (found === undefined) throw new RestServiceError("NOT_FOUND", refusalText(...text));
  return found;
}

/** Selects the page of a list. */
interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** Offset and length of a page in a store's list. */
function windowOf({ page, limit }: PageQuery): Window {
  return { offset: (page - 1) * limit, limit };
}

/** Key of a list's pagination within `data`. */
const EXTENT: keyof BlockList & keyof TransactionList = "pagination";

/** `data` of a list of stored records: the items under their key, and the pagination with `totalPages`. */
function renderList(
  id: OperationId,
  { items, total }: RenderedPage,
  { page, limit }: PageQuery,
): Rendered {
  const totalPages = Math.ceil(total / limit);
  const pagination: Pagination = { page, limit, totalItems: total, totalPages };
  const key = JSON.stringify(OPERATIONS[id].items);
  return `{${key}:${items},"${EXTENT}":${JSON.stringify(pagination)}}` as Rendered;
}
