// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export type Amount = bigint;

/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export type Hash = string;

/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export type Commitment = string;

/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export type SerialNumber = string;

/**
 * Bytes in hex with 0x.
 */
export type Hex = string;

/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export type Address = string;

/**
 * Block height, which is also the block's number.
 */
export type Height = number;

/**
 * Count, index or nonce.
 */
export type Counter = number;

/**
 * Id of a governance proposal.
 */
export type ProposalId = number;

/**
 * Time in whole Unix seconds.
 */
export type Timestamp = number;

/**
 * Ratio from 0 to 1.
 */
export type Ratio = number;

/**
 * Version in dotted numeric form.
 */
export type Version = string;

/**
 * Name of a chain.
 */
export type ChainName = 'alpha' | 'delta' | (string & {});

/**
 * Name of a network.
 */
export type NetworkName = 'mainnet' | 'testnet' | (string & {});

/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export type TransactionStatus = 'success' | 'failed' | (string & {});

/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export type TransactionType = 'transfer' | 'token_transfer' | 'delegate' | 'undelegate' | 'claim_rewards' | 'propose' | 'vote' | (string & {});

/**
 * Whether a validator takes part in producing blocks.
 */
export type ValidatorStatus = 'active' | 'inactive';

/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export type ProposalStatus = 'active' | 'passed' | 'rejected';

/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export type ErrorCode = 'NOT_FOUND' | 'INVALID_PARAM' | 'RATE_LIMITED' | 'INTERNAL_ERROR';

/**
 * Rate tier, see x-rate-tiers. Not shown by the interface: decided.
 */
export type Tier = 'Public' | 'Registered' | 'Enterprise' | (string & {});

/**
 * Metadata of the response.
 */
export type Meta = {
    /**
     * Time of the response, in Unix seconds.
     */
    timestamp: Timestamp;
    /**
     * Id of the request, for questions to the operator; the header X-Request-Id of every answer has it too (decided).
     */
    requestId: string;
};

/**
 * What went wrong.
 */
export type ErrorObject = {
    /**
     * Code for programs.
     */
    code: ErrorCode;
    /**
     * Message for people.
     */
    message: string;
};

/**
 * Every failure is answered with this.
 */
export type ErrorEnvelope = {
    /**
     * Always false.
     */
    success: false;
    /**
     * What went wrong.
     */
    error: ErrorObject;
    /**
     * Metadata of the response.
     */
    meta: Meta;
};

/**
 * Position of a page in its list.
 */
export type Pagination = {
    /**
     * Number of this page, from 1.
     */
    page: Counter;
    /**
     * Page size in effect.
     */
    limit: Counter;
    /**
     * Number of items in the whole list.
     */
    totalItems: Counter;
    /**
     * Number of pages in the whole list, 0 when it is empty. Present in the block list and the transaction lists, absent in the validator list and the proposal list.
     */
    totalPages?: Counter;
};

/**
 * State of the chain.
 */
export type ChainInfo = {
    /**
     * Name of the chain.
     */
    chain: ChainName;
    /**
     * Name of the network.
     */
    network: NetworkName;
    /**
     * Version of the chain's software, in dotted numeric form.
     */
    version: Version;
    /**
     * Height of the newest block.
     */
    blockHeight: Height;
    /**
     * Target time between blocks, in seconds.
     */
    blockTime: number;
    /**
     * Number of transactions in all blocks.
     */
    totalTransactions: Counter;
    /**
     * Number of active validators; on alpha, of block producers.
     */
    activeValidators: Counter;
};

/**
 * Statistics of the chain.
 */
export type ChainStats = {
    /**
     * Transactions per second, over the last 100 blocks.
     */
    tps: number;
    /**
     * Mean time between the last 100 blocks, in seconds.
     */
    avgBlockTime: number;
    /**
     * All native tokens, in base units.
     */
    totalSupply: Amount;
    /**
     * Native tokens in circulation, in base units.
     */
    circulatingSupply: Amount;
    /**
     * Native tokens staked, in base units. On alpha "0".
     */
    totalStaked: Amount;
    /**
     * Staked part of the total supply, a ratio from 0 to 1. On alpha 0.
     */
    stakingRatio: Ratio;
};

/**
 * A block without its roots and gas.
 */
export type BlockSummary = {
    /**
     * Height of the block.
     */
    number: Height;
    /**
     * Hash of the block.
     */
    hash: Hash;
    /**
     * Time of the block, in Unix seconds.
     */
    timestamp: Timestamp;
    /**
     * Number of transactions in the block.
     */
    txCount: Counter;
    /**
     * Address of the validator that produced the block; on alpha, of the block producer.
     */
    validator: Address;
};

/**
 * A block in full, without its transactions.
 */
export type Block = {
    /**
     * Height of the block.
     */
    number: Height;
    /**
     * Hash of the block.
     */
    hash: Hash;
    /**
     * Time of the block, in Unix seconds.
     */
    timestamp: Timestamp;
    /**
     * Number of transactions in the block.
     */
    txCount: Counter;
    /**
     * Address of the validator that produced the block; on alpha, of the block producer.
     */
    validator: Address;
    /**
     * Hash of the block before it.
     */
    parentHash: Hash;
    /**
     * Root of the chain's state after the block.
     */
    stateRoot: Hash;
    /**
     * Root of the block's transactions.
     */
    transactionsRoot: Hash;
    /**
     * Root of the block's receipts.
     */
    receiptsRoot: Hash;
    /**
     * Gas used by the block's transactions, in gas units.
     */
    gasUsed: Amount;
    /**
     * Gas the block may use, in gas units.
     */
    gasLimit: Amount;
};

/**
 * A page of blocks.
 */
export type BlockList = {
    /**
     * Blocks of this page, in the order asked for.
     */
    blocks: Array<BlockSummary>;
    /**
     * Position of the page in the list.
     */
    pagination: Pagination;
};

/**
 * A transaction that is in a block.
 */
export type Transaction = {
    /**
     * Hash of the transaction.
     */
    hash: Hash;
    /**
     * Height of its block.
     */
    blockNumber: Height;
    /**
     * Hash of its block.
     */
    blockHash: Hash;
    /**
     * Address of the sender; on alpha, of the owner of the first record spent.
     */
    from: Address;
    /**
     * Address of the receiver, or the validator of a delegate; of an undelegate, claim_rewards, propose or vote the sender. On alpha, the first owner of a created record other than the sender, or the sender where there is none.
     */
    to: Address;
    /**
     * Amount moved, in base units of the native token; "0" for a token_transfer, whose amount is in token, and for claim_rewards and vote. On alpha, the sum created for others.
     */
    value: Amount;
    /**
     * Number of the sender's earlier transactions.
     */
    nonce: Counter;
    /**
     * Price of one unit of gas, in base units.
     */
    gasPrice: Amount;
    /**
     * Gas the transaction may use, in gas units.
     */
    gasLimit: Amount;
    /**
     * Gas the transaction used, in gas units.
     */
    gasUsed: Amount;
    /**
     * Whether it was executed or failed.
     */
    status: TransactionStatus;
    /**
     * Time of its block, in Unix seconds.
     */
    timestamp: Timestamp;
    /**
     * What it does.
     */
    type: TransactionType;
    /**
     * Tokens that a token_transfer moved; absent where it failed, and on any other type. Not shown by the interface: decided.
     */
    token?: TokenAmount;
    /**
     * Serial numbers of the records it spends. On alpha always present, on delta never. Not shown by the interface: decided.
     */
    serialNumbers?: Array<SerialNumber>;
    /**
     * Commitments of the records it creates, in their order. On alpha always present, on delta never. Not shown by the interface: decided.
     */
    commitments?: Array<Commitment>;
};

/**
 * Tokens that a transaction moved. Not shown by the interface: decided.
 */
export type TokenAmount = {
    /**
     * Address of the token's contract. Not shown by the interface: decided.
     */
    contract: Address;
    /**
     * Amount moved, in base units of the token. Not shown by the interface: decided.
     */
    amount: Amount;
};

/**
 * A page of transactions. Not shown by the interface: decided.
 */
export type TransactionList = {
    /**
     * Transactions of this page. Not shown by the interface: decided.
     */
    transactions: Array<Transaction>;
    /**
     * Position of the page in the list, with totalPages. Not shown by the interface: decided.
     */
    pagination: Pagination;
};

/**
 * An account.
 */
export type Account = {
    /**
     * Address of the account.
     */
    address: Address;
    /**
     * Balance in base units; on alpha, the sum of its unspent records.
     */
    balance: Amount;
    /**
     * Number of transactions it has sent that are in blocks.
     */
    nonce: Counter;
    /**
     * Number of transactions in which it is from or to, the total of its list with direction all.
     */
    txCount: Counter;
    /**
     * Whether the account is a contract, such as that of a token.
     */
    isContract: boolean;
    /**
     * Time of the first block in which it appears, in Unix seconds.
     */
    firstSeen: Timestamp;
    /**
     * Time of the newest block in which it appears, in Unix seconds.
     */
    lastSeen: Timestamp;
};

/**
 * A token. Not shown by the interface: decided.
 */
export type Token = {
    /**
     * Address of the token's contract. Not shown by the interface: decided.
     */
    contract: Address;
    /**
     * Short name of the token. Not shown by the interface: decided.
     */
    symbol: string;
    /**
     * Decimal places of the token, for showing its base units as whole tokens. Not shown by the interface: decided.
     */
    decimals: Counter;
};

/**
 * Balance of one token.
 */
export type TokenBalance = {
    /**
     * Address of the token's contract.
     */
    contract: Address;
    /**
     * Short name of the token.
     */
    symbol: string;
    /**
     * Decimal places of the token, for showing its base units as whole tokens.
     */
    decimals: Counter;
    /**
     * Balance in base units of the token.
     */
    balance: Amount;
};

/**
 * The tokens of an account.
 */
export type TokenList = {
    /**
     * One item for each token it holds.
     */
    tokens: Array<TokenBalance>;
};

/**
 * A validator of delta.
 */
export type Validator = {
    /**
     * Address of the validator.
     */
    address: Address;
    /**
     * Name the validator gave itself.
     */
    name: string;
    /**
     * Stake of the validator, in base units.
     */
    stake: Amount;
    /**
     * Stake that others delegated to it, in base units.
     */
    delegatedStake: Amount;
    /**
     * Commission on the rewards of its delegators, a ratio from 0 to 1.
     */
    commission: Ratio;
    /**
     * Uptime, a ratio from 0 to 1.
     */
    uptime: Ratio;
    /**
     * Whether it takes part in producing blocks.
     */
    status: ValidatorStatus;
};

/**
 * A page of validators.
 */
export type ValidatorList = {
    /**
     * Validators of this page.
     */
    validators: Array<Validator>;
    /**
     * Position of the page in the list, without totalPages.
     */
    pagination: Pagination;
};

/**
 * A governance proposal of delta.
 */
export type Proposal = {
    /**
     * Id of the proposal.
     */
    id: ProposalId;
    /**
     * Title of the proposal.
     */
    title: string;
    /**
     * Address that made the proposal.
     */
    proposer: Address;
    /**
     * State of the vote.
     */
    status: ProposalStatus;
    /**
     * Votes for it, as stake in base units.
     */
    votesFor: Amount;
    /**
     * Votes against it, as stake in base units.
     */
    votesAgainst: Amount;
    /**
     * Abstentions, as stake in base units.
     */
    votesAbstain: Amount;
    /**
     * Block height at which voting starts.
     */
    startBlock: Height;
    /**
     * Block height at which voting ends.
     */
    endBlock: Height;
};

/**
 * A governance proposal of delta with its full text. Not shown by the interface: decided.
 */
export type ProposalDetail = {
    /**
     * Id of the proposal. Not shown by the interface: decided.
     */
    id: ProposalId;
    /**
     * Title of the proposal. Not shown by the interface: decided.
     */
    title: string;
    /**
     * Full text of the proposal. Not shown by the interface: decided.
     */
    description: string;
    /**
     * Address that made the proposal. Not shown by the interface: decided.
     */
    proposer: Address;
    /**
     * State of the vote. Not shown by the interface: decided.
     */
    status: ProposalStatus;
    /**
     * Votes for it, as stake in base units. Not shown by the interface: decided.
     */
    votesFor: Amount;
    /**
     * Votes against it, as stake in base units. Not shown by the interface: decided.
     */
    votesAgainst: Amount;
    /**
     * Abstentions, as stake in base units. Not shown by the interface: decided.
     */
    votesAbstain: Amount;
    /**
     * Block height at which voting starts. Not shown by the interface: decided.
     */
    startBlock: Height;
    /**
     * Block height at which voting ends. Not shown by the interface: decided.
     */
    endBlock: Height;
};

/**
 * A page of governance proposals.
 */
export type ProposalList = {
    /**
     * Proposals of this page.
     */
    proposals: Array<Proposal>;
    /**
     * Position of the page in the list, without totalPages. Not shown by the interface: decided.
     */
    pagination: Pagination;
};

/**
 * Request for an API key.
 */
export type KeyRequest = {
    /**
     * Email address of the holder.
     */
    email: string;
};

/**
 * A new API key. The service does not show it again. Not shown by the interface: decided.
 */
export type IssuedKey = {
    /**
     * The key, 256 random bits after a readable prefix. Not shown by the interface: decided.
     */
    apiKey: string;
    /**
     * Rate tier of the key. Not shown by the interface: decided.
     */
    tier: Tier;
    /**
     * Email address of the holder. Not shown by the interface: decided.
     */
    email: string;
};

/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export type RpcId = number | string | null;

/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export type RpcRequest = {
    /**
     * Version of JSON-RPC.
     */
    jsonrpc: '2.0';
    /**
     * Id that the answer will carry.
     */
    id?: RpcId;
    /**
     * Name of the method.
     */
    method: string;
    /**
     * Positional parameters. Left out counts as [].
     */
    params?: Array<unknown>;
};

/**
 * Answer to a call that succeeded.
 */
export type RpcSuccess = {
    /**
     * Version of JSON-RPC.
     */
    jsonrpc: '2.0';
    /**
     * Id of the request.
     */
    id: RpcId;
    /**
     * The method's result.
     */
    result: unknown;
};

/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export type RpcFailure = {
    /**
     * Version of JSON-RPC.
     */
    jsonrpc: '2.0';
    /**
     * Id of the request.
     */
    id: RpcId;
    /**
     * What went wrong.
     */
    error: RpcErrorObject;
};

/**
 * What went wrong.
 */
export type RpcErrorObject = {
    /**
     * Code for programs, see components.errors.
     */
    code: -32700 | -32600 | -32601 | -32602 | -32603 | -32000 | -32001 | -32002 | -32003 | -32004 | -32005 | (number & {});
    /**
     * Message of the code.
     */
    message: string;
    /**
     * Details for people.
     */
    data?: string;
};

/**
 * A call in the simplified form.
 */
export type SimplifiedRequest = {
    /**
     * Name of the simplified call.
     */
    method: 'getBalance' | 'getTransaction';
    /**
     * Positional parameters.
     */
    params: Array<string>;
};

/**
 * Answer to a simplified call that succeeded. Not shown by the interface: decided.
 */
export type SimplifiedSuccess = {
    /**
     * The call's result. Not shown by the interface: decided.
     */
    result: unknown;
};

/**
 * Answer to a simplified call that failed. Not shown by the interface: decided.
 */
export type SimplifiedFailure = {
    /**
     * What went wrong. Not shown by the interface: decided.
     */
    error: RpcErrorObject;
};

/**
 * State of the chain.
 */
export type RpcChainInfo = {
    /**
     * Name of the chain.
     */
    chain: ChainName;
    /**
     * Version of the chain's software, in dotted numeric form.
     */
    version: Version;
    /**
     * Height of the newest block.
     */
    blockHeight: Height;
    /**
     * Name of chain and network: the segment of the URL.
     */
    networkId: 'alpha' | 'alpha-testnet' | 'delta' | 'delta-testnet' | (string & {});
    /**
     * Number of peers of the node.
     */
    peerCount: Counter;
};

/**
 * A block.
 */
export type RpcBlock = {
    /**
     * Height of the block.
     */
    number: Height;
    /**
     * Hash of the block.
     */
    hash: Hash;
    /**
     * Hash of the block before it.
     */
    parentHash: Hash;
    /**
     * Time of the block, in Unix seconds.
     */
    timestamp: Timestamp;
    /**
     * Its transactions in block order. Hashes when fullTx is false, full transactions when it is true.
     */
    transactions: Array<Hash | RpcTransaction>;
    /**
     * Root of the chain's state after the block.
     */
    stateRoot: Hash;
    /**
     * Root of the block's receipts.
     */
    receiptsRoot: Hash;
};

/**
 * Balance and nonce of an account as of a block.
 */
export type RpcBalance = {
    /**
     * Balance in base units; on alpha, the sum of its unspent records.
     */
    balance: Amount;
    /**
     * Number of transactions it has sent up to that block, pending ones not counted.
     */
    nonce: Counter;
    /**
     * Height of that block.
     */
    blockNumber: Height;
};

/**
 * Next nonce of an account.
 */
export type RpcNonce = {
    /**
     * The next nonce to use, pending transactions counted.
     */
    nonce: Counter;
};

/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export type RpcTransactionStatus = 'pending' | 'confirmed' | 'failed' | (string & {});

/**
 * A submitted transaction.
 */
export type RpcSubmission = {
    /**
     * Hash of the transaction.
     */
    txHash: Hash;
    /**
     * Its current status: pending, unless the same bytes were submitted before.
     */
    status: RpcTransactionStatus;
};

/**
 * A transaction that is in a block or pending.
 */
export type RpcTransaction = {
    /**
     * Hash of the transaction.
     */
    hash: Hash;
    /**
     * Address of the sender; on alpha, of the owner of the first record spent.
     */
    from: Address;
    /**
     * Address of the receiver; on alpha, of the first owner of a created record other than the sender, or the sender where there is none.
     */
    to: Address;
    /**
     * Amount moved, in base units; on alpha, the sum created for others.
     */
    value: Amount;
    /**
     * Number of the sender's earlier transactions.
     */
    nonce: Counter;
    /**
     * Height of its block, null while it is pending.
     */
    blockNumber: Height | null;
    /**
     * Hash of its block, null while it is pending.
     */
    blockHash: Hash | null;
    /**
     * Its index in the block, from 0, null while it is pending.
     */
    transactionIndex: Counter | null;
    /**
     * Current status.
     */
    status: RpcTransactionStatus;
    /**
     * Serial numbers of the records it spends. On alpha always present, on delta never. Not shown by the interface: decided.
     */
    serialNumbers?: Array<SerialNumber>;
    /**
     * Commitments of the records it creates, in their order. On alpha always present, on delta never. Not shown by the interface: decided.
     */
    commitments?: Array<Commitment>;
};

/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export type ReceiptStatus = 1 | 0 | (number & {});

/**
 * What a confirmed transaction did.
 */
export type RpcReceipt = {
    /**
     * Hash of the transaction.
     */
    transactionHash: Hash;
    /**
     * Height of its block.
     */
    blockNumber: Height;
    /**
     * Hash of its block.
     */
    blockHash: Hash;
    /**
     * Whether it was executed or failed.
     */
    status: ReceiptStatus;
    /**
     * Gas it used, in gas units.
     */
    gasUsed: Amount;
    /**
     * Events that it caused, in order.
     */
    logs: Array<RpcLog>;
};

/**
 * An event that a transaction caused. Not shown by the interface: decided.
 */
export type RpcLog = {
    /**
     * Its index in the receipt, from 0. Not shown by the interface: decided.
     */
    index: Counter;
    /**
     * Account the event is about. Not shown by the interface: decided.
     */
    address: Address;
    /**
     * Name of the event. Not shown by the interface: decided.
     */
    event: string;
    /**
     * Details by name. Not shown by the interface: decided.
     */
    data: RpcLogData;
};

/**
 * Details of a log by name, all strings; amounts are decimal integers in base units. Not shown by the interface: decided.
 */
export type RpcLogData = {
    [key: string]: string;
};

/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide. Not shown by the interface: decided.
 */
export type AlphaRecord = {
    /**
     * Commitment that identifies it. Not shown by the interface: decided.
     */
    commitment: Commitment;
    /**
     * Hash of the transaction that created it, null for a record of the first block or of the fees of a block. Not shown by the interface: decided.
     */
    transactionHash: Hash | null;
    /**
     * Height of the block that created it. Not shown by the interface: decided.
     */
    blockNumber: Height;
    /**
     * Its index among the records that the transaction created, from 0. Not shown by the interface: decided.
     */
    index: Counter;
    /**
     * Value in base units. Not shown by the interface: decided.
     */
    value: Amount;
    /**
     * Address of its owner. Not shown by the interface: decided.
     */
    owner: Address;
};

/**
 * State of a serial number of alpha.
 */
export type SerialNumberState = {
    /**
     * Whether it has been spent.
     */
    spent: boolean;
    /**
     * Height of the block that spent it, null when it is not spent.
     */
    blockNumber: Height | null;
};

/**
 * Stake of an address on delta.
 */
export type RpcStake = {
    /**
     * Amount staked, in base units.
     */
    stakedAmount: Amount;
    /**
     * Address of the validator it is delegated to, null without stake.
     */
    delegatedTo: Address | null;
    /**
     * Rewards not yet claimed, in base units.
     */
    rewards: Amount;
    /**
     * Amount that is unbonding, in base units.
     */
    unbondingAmount: Amount;
    /**
     * Time at which unbonding ends, in Unix seconds, null when nothing is unbonding.
     */
    unbondingCompleteTime: null | Timestamp;
};

/**
 * A validator of delta.
 */
export type RpcValidator = {
    /**
     * Address of the validator.
     */
    address: Address;
    /**
     * Stake of the validator, in base units.
     */
    stake: Amount;
    /**
     * Stake that others delegated to it, in base units.
     */
    delegatedStake: Amount;
    /**
     * Commission on the rewards of its delegators, a ratio from 0 to 1.
     */
    commission: Ratio;
    /**
     * Whether it takes part in producing blocks.
     */
    status: ValidatorStatus;
    /**
     * Uptime, a ratio from 0 to 1.
     */
    uptime: Ratio;
};

/**
 * Name of a topic, see x-topics; x-values-by-chain lists the topics of each chain. Not shown by the interface: decided.
 */
export type TopicName = 'blocks' | 'transactions' | 'pending_transactions' | 'reorgs' | 'validators' | 'proposals' | 'serial_numbers' | (string & {});

/**
 * Position in the event log. Opaque: store it and send it back unchanged. Not shown by the interface: decided.
 */
export type Cursor = string;

/**
 * Id of a subscription of this connection. Not shown by the interface: decided.
 */
export type SubscriptionId = string;

/**
 * Filter of a topic that has nothing to narrow. Not shown by the interface: decided.
 */
export type CursorFilter = {
    /**
     * Replays the events after this cursor, then continues with live events. Not shown by the interface: decided.
     */
    after?: Cursor;
};

/**
 * Filter of a topic that is live only: it has no fields, not even after. Not shown by the interface: decided.
 */
export type LiveFilter = {
    [key: string]: never;
};

/**
 * Filter of a subscription. Not shown by the interface: decided.
 */
export type SubscriptionFilter = {
    /**
     * Replays the events after this cursor, then continues with live events. Not for the topic pending_transactions. Not shown by the interface: decided.
     */
    after?: Cursor;
    /**
     * Only transactions whose from or to is this address, or only changes of this validator. For the topics transactions and validators. Not shown by the interface: decided.
     */
    address?: Address;
    /**
     * Only transactions whose from or to is one of these addresses, or only changes of these validators. For the topics transactions and validators. Each address once, none for no events at first; chain_updateSubscription adds and removes some. Not together with address. Not shown by the interface: decided.
     */
    addresses?: Array<Address>;
    /**
     * Only transactions of this type. For the topic transactions. Not shown by the interface: decided.
     */
    type?: TransactionType;
};

/**
 * Filter of the topic validators. Not shown by the interface: decided.
 */
export type ValidatorFilter = {
    /**
     * Replays the events after this cursor, then continues with live events. Not shown by the interface: decided.
     */
    after?: Cursor;
    /**
     * Only changes of this validator. Not shown by the interface: decided.
     */
    address?: Address;
    /**
     * Only changes of these validators. Each address once, none for no events at first; chain_updateSubscription adds and removes some. Not together with address. Not shown by the interface: decided.
     */
    addresses?: Array<Address>;
};

/**
 * A new subscription. Not shown by the interface: decided.
 */
export type Subscription = {
    /**
     * Id of the subscription, which its notifications carry. Not shown by the interface: decided.
     */
    subscription: SubscriptionId;
    /**
     * Where the subscription begins in the event log. Left out for a topic that is live only, as oldest is. Not shown by the interface: decided.
     */
    cursor?: Cursor;
    /**
     * Oldest cursor from which the events of the topic are still complete. It moves on as the service forgets its oldest events. Not shown by the interface: decided.
     */
    oldest?: Cursor;
    /**
     * True while other subscriptions of this connection are still replayed, to which events up to cursor may yet come; left out otherwise. Not shown by the interface: decided.
     */
    replaying?: boolean;
};

/**
 * Addresses to add to the filter of a subscription, and to remove from it. Not shown by the interface: decided.
 */
export type AddressChange = {
    /**
     * Addresses to add, each once; none that the filter has. Not shown by the interface: decided.
     */
    add?: Array<Address>;
    /**
     * Addresses to remove, each once; none that the filter does not have. Not shown by the interface: decided.
     */
    remove?: Array<Address>;
};

/**
 * Addresses of a subscription after a change. Not shown by the interface: decided.
 */
export type WatchedAddresses = {
    /**
     * Number of addresses in its filter. Not shown by the interface: decided.
     */
    addresses: number;
    /**
     * Where the change takes effect: events after this cursor are matched against the changed filter, events up to it were matched against the filter before. Not shown by the interface: decided.
     */
    cursor: Cursor;
};

/**
 * Message that carries an event. Not shown by the interface: decided.
 */
export type RpcNotification = {
    /**
     * Version of JSON-RPC. Not shown by the interface: decided.
     */
    jsonrpc: '2.0';
    /**
     * Always chain_subscription. Not shown by the interface: decided.
     */
    method: 'chain_subscription';
    /**
     * The event. Not shown by the interface: decided.
     */
    params: SubscriptionEvent;
};

/**
 * An event of a subscription. Not shown by the interface: decided.
 */
export type SubscriptionEvent = {
    /**
     * Id of the subscription. Not shown by the interface: decided.
     */
    subscription: SubscriptionId;
    /**
     * Payload of the topic, or the reorg notice. Not shown by the interface: decided.
     */
    result: unknown;
    /**
     * Cursor of this event, for after in a filter. Left out in a topic that is live only. Not shown by the interface: decided.
     */
    cursor?: Cursor;
};

/**
 * A reorganisation of the chain. Not shown by the interface: decided.
 */
export type Reorg = {
    /**
     * Height of the lowest block that was removed. Not shown by the interface: decided.
     */
    fromHeight: Height;
    /**
     * Hash of the block that was the newest. Not shown by the interface: decided.
     */
    oldHead: Hash;
    /**
     * Hash of the newest block that stays; the blocks that replace the others come after it. Not shown by the interface: decided.
     */
    newHead: Hash;
};

/**
 * Takes the place of an event in a topic of chain data when the chain is reorganised. Not shown by the interface: decided.
 */
export type ReorgNotice = {
    /**
     * The reorganisation. Not shown by the interface: decided.
     */
    reorg: Reorg;
};

/**
 * A serial number of alpha that was spent. Not shown by the interface: decided.
 */
export type SpentSerialNumber = {
    /**
     * The serial number. Not shown by the interface: decided.
     */
    serialNumber: SerialNumber;
    /**
     * Height of the block that spent it. Not shown by the interface: decided.
     */
    blockNumber: Height;
};

/**
 * The newest block of the devnet. Not shown by the interface: decided.
 */
export type DevHead = {
    /**
     * Its height. Not shown by the interface: decided.
     */
    number: Height;
    /**
     * Its hash. Not shown by the interface: decided.
     */
    hash: Hash;
};

/**
 * status: answer with an HTTP status, without handling the request. REST errors keep their envelope; JSON-RPC knows 400, 413 and 429, and any other status is an HTML page there, as proxies send it. delay: answer late. stall: begin the answer and never end it. drop: close the connection, by a further draw before the request is handled or in the middle of its answer. duplicate: repeat one of the replies to a batch. shuffle: send the replies to a batch in another order. Not shown by the interface: decided.
 */
export type DevFaultKind = 'status' | 'delay' | 'stall' | 'drop' | 'duplicate' | 'shuffle' | (string & {});

/**
 * The state of a devnet. Not shown by the interface: decided.
 */
export type DevState = {
    /**
     * When blocks are produced: interval, one every so many seconds; on-submit, one for submitted transactions; manual, by dev_mine alone. Not shown by the interface: decided.
     */
    mode: 'interval' | 'on-submit' | 'manual';
    /**
     * Seconds between blocks of the mode interval, as last set. Not shown by the interface: decided.
     */
    seconds: number;
    /**
     * The clock, in Unix seconds. Not shown by the interface: decided.
     */
    timestamp: Timestamp;
    /**
     * Ids of the snapshots, oldest first. Not shown by the interface: decided.
     */
    snapshots: Array<string>;
    /**
     * The rules of injected faults in force. Not shown by the interface: decided.
     */
    rules: Array<DevFaultRule>;
};

/**
 * Requests to hit, and how. Not shown by the interface: decided.
 */
export type DevFaultRule = {
    /**
     * Start of the request paths that are hit, compared letter by letter; the empty text hits all. Not shown by the interface: decided.
     */
    path: string;
    /**
     * What happens to a request that is hit. Not shown by the interface: decided.
     */
    kind: DevFaultKind;
    /**
     * Part of those requests that is hit, a ratio from 0 to 1. Not shown by the interface: decided.
     */
    probability: Ratio;
    /**
     * HTTP status of the kind status, 503 when left out. Not shown by the interface: decided.
     */
    status?: number;
    /**
     * Milliseconds before anything is done, 0 when left out. It counts for every kind, and is all that the kind delay does. Not shown by the interface: decided.
     */
    delayMs?: number;
};

/**
 * Parts of the arguments of calls, and their answers.
 */
export type calls = {
    GetChainInfoResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * State of the chain.
         */
        data: ChainInfo;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    GetChainStatsResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * Statistics of the chain.
         */
        data: ChainStats;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    ListBlocksQuery: {
        /**
         * Number of the page, from 1. A page past the end is an empty list.
         */
        page?: number;
        /**
         * Items per page, at most 100.
         */
        limit?: number;
        /**
         * desc: newest first. asc: oldest first.
         */
        order?: 'asc' | 'desc';
    };
    ListBlocksResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * A page of blocks.
         */
        data: BlockList;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    GetBlockPath: {
        /**
         * Height or hash of the block.
         */
        identifier: Height | Hash;
    };
    GetBlockResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * The block.
         */
        data: Block;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    ListBlockTransactionsPath: {
        /**
         * Height of the block.
         */
        number: Height;
    };
    ListBlockTransactionsQuery: {
        /**
         * Number of the page, from 1. A page past the end is an empty list.
         */
        page?: number;
        /**
         * Items per page, at most 100.
         */
        limit?: number;
    };
    ListBlockTransactionsResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * A page of transactions.
         */
        data: TransactionList;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    GetTransactionPath: {
        /**
         * Hash of the transaction.
         */
        hash: Hash;
    };
    GetTransactionResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * The transaction.
         */
        data: Transaction;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    ListTransactionsQuery: {
        /**
         * Number of the page, from 1. A page past the end is an empty list.
         */
        page?: number;
        /**
         * Items per page, at most 100.
         */
        limit?: number;
        /**
         * Only transactions of this type, or `all`. Allowed are the types of the chain.
         */
        type?: 'all' | 'transfer' | 'token_transfer' | 'delegate' | 'undelegate' | 'claim_rewards' | 'propose' | 'vote' | (string & {});
        /**
         * Only transactions whose from or to is this address.
         */
        address?: Address;
    };
    ListTransactionsResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * A page of transactions.
         */
        data: TransactionList;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    GetAccountPath: {
        /**
         * Address of the account, of this chain.
         */
        address: Address;
    };
    GetAccountResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * The account.
         */
        data: Account;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    ListAccountTransactionsPath: {
        /**
         * Address of the account, of this chain.
         */
        address: Address;
    };
    ListAccountTransactionsQuery: {
        /**
         * Number of the page, from 1. A page past the end is an empty list.
         */
        page?: number;
        /**
         * Items per page, at most 100.
         */
        limit?: number;
        /**
         * in: it is the receiver. out: it is the sender. all: either.
         */
        direction?: 'in' | 'out' | 'all';
    };
    ListAccountTransactionsResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * A page of transactions.
         */
        data: TransactionList;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    ListAccountTokensPath: {
        /**
         * Address of the account, of this chain.
         */
        address: Address;
    };
    ListAccountTokensResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * Tokens of the account.
         */
        data: TokenList;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    GetTokenPath: {
        /**
         * Address of the token's contract.
         */
        contract: Address;
    };
    GetTokenResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * The token.
         */
        data: Token;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    ListValidatorsQuery: {
        /**
         * Only validators of this status, or `all`.
         */
        status?: 'active' | 'inactive' | 'all';
        /**
         * Number of the page, from 1. A page past the end is an empty list.
         */
        page?: number;
        /**
         * Items per page, at most 100.
         */
        limit?: number;
    };
    ListValidatorsResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * A page of validators.
         */
        data: ValidatorList;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    GetValidatorPath: {
        /**
         * Address of the validator.
         */
        address: Address;
    };
    GetValidatorResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * The validator.
         */
        data: Validator;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    ListProposalsQuery: {
        /**
         * Only proposals of this status, or `all`.
         */
        status?: 'active' | 'passed' | 'rejected' | 'all';
        /**
         * Number of the page, from 1. A page past the end is an empty list.
         */
        page?: number;
        /**
         * Items per page, at most 100.
         */
        limit?: number;
    };
    ListProposalsResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * A page of proposals.
         */
        data: ProposalList;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    GetProposalPath: {
        /**
         * Id of the proposal.
         */
        id: ProposalId;
    };
    GetProposalResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * The proposal.
         */
        data: ProposalDetail;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    RequestKeyBody: KeyRequest;
    RequestKeyResponse: {
        /**
         * Always true.
         */
        success: true;
        /**
         * The new key.
         */
        data: IssuedKey;
        /**
         * Metadata of the response.
         */
        meta: Meta;
    };
    RpcChainGetInfoResponse: RpcChainInfo;
    RpcChainGetBlockByNumberBody: {
        /**
         * Block height.
         */
        blockNumber: Height;
        /**
         * True: full transactions. False: their hashes.
         */
        fullTx?: boolean;
    };
    RpcChainGetBlockByNumberResponse: RpcBlock | null;
    RpcChainGetBlockByHashBody: {
        /**
         * Hash of the block.
         */
        blockHash: Hash;
        /**
         * True: full transactions. False: their hashes.
         */
        fullTx?: boolean;
    };
    RpcChainGetBlockByHashResponse: RpcBlock | null;
    RpcAccountGetBalanceBody: {
        /**
         * Address of the account, of this chain.
         */
        address: Address;
        /**
         * Block height, or latest for the newest block. A height above the newest block is -32602.
         */
        blockNumber?: Height | 'latest' | (string & {});
    };
    RpcAccountGetBalanceResponse: RpcBalance;
    RpcAccountGetNonceBody: {
        /**
         * Address of the account, of this chain.
         */
        address: Address;
    };
    RpcAccountGetNonceResponse: RpcNonce;
    RpcTxSendRawTransactionBody: {
        /**
         * Signed transaction, hex encoded with 0x. A string that is not such hex is -32602; bytes that are not a transaction are -32000.
         */
        signedTx: Hex;
    };
    RpcTxSendRawTransactionResponse: RpcSubmission;
    RpcTxGetTransactionBody: {
        /**
         * Hash of the transaction.
         */
        txHash: Hash;
    };
    RpcTxGetTransactionResponse: RpcTransaction | null;
    RpcTxGetTransactionReceiptBody: {
        /**
         * Hash of a confirmed transaction.
         */
        txHash: Hash;
    };
    RpcTxGetTransactionReceiptResponse: RpcReceipt | null;
    RpcAlphaGetRecordBody: {
        /**
         * Commitment of the record.
         */
        commitment: Commitment;
    };
    RpcAlphaGetRecordResponse: AlphaRecord | null;
    RpcAlphaGetSerialNumberBody: {
        /**
         * Serial number of the record.
         */
        serialNumber: SerialNumber;
    };
    RpcAlphaGetSerialNumberResponse: SerialNumberState;
    RpcDeltaGetStakeBody: {
        /**
         * Address of the staker.
         */
        address: Address;
    };
    RpcDeltaGetStakeResponse: RpcStake;
    RpcDeltaGetValidatorBody: {
        /**
         * Address of the validator.
         */
        address: Address;
    };
    RpcDeltaGetValidatorResponse: RpcValidator | null;
    RpcChainSubscribeBody: {
        /**
         * Name of the topic, see x-topics.
         */
        topic: TopicName;
        /**
         * What to receive. The topic transactions takes address or addresses, and type; the topic validators takes address or addresses; every topic but pending_transactions takes after.
         */
        filter?: SubscriptionFilter;
    };
    RpcChainSubscribeResponse: Subscription;
    RpcChainUpdateSubscriptionBody: {
        /**
         * Id of the subscription.
         */
        subscription: SubscriptionId;
        /**
         * Addresses to add and to remove.
         */
        change: AddressChange;
    };
    RpcChainUpdateSubscriptionResponse: WatchedAddresses;
    RpcChainUnsubscribeBody: {
        /**
         * Id of the subscription.
         */
        subscription: SubscriptionId;
    };
    RpcChainUnsubscribeResponse: boolean;
    RpcGetBalanceBody: {
        /**
         * Address of the account, of this chain.
         */
        address: Address;
    };
    RpcGetBalanceResponse: Amount;
    RpcGetTransactionBody: {
        /**
         * Hash of the transaction.
         */
        txid: Hash;
    };
    RpcGetTransactionResponse: RpcTransaction | null;
    RpcDevGetStateResponse: DevState;
    RpcDevMineBody: {
        /**
         * Number of blocks.
         */
        count?: number;
    };
    RpcDevMineResponse: DevHead;
    RpcDevSetIntervalBody: {
        /**
         * Seconds between blocks.
         */
        seconds: number;
    };
    RpcDevSetIntervalResponse: number;
    RpcDevSetTimeBody: {
        /**
         * Time in Unix seconds.
         */
        timestamp: Timestamp;
    };
    RpcDevSetTimeResponse: Timestamp;
    RpcDevFundBody: {
        /**
         * Address to fund.
         */
        address: Address;
        /**
         * Amount in base units.
         */
        amount: Amount;
    };
    RpcDevFundResponse: RpcSubmission;
    RpcDevSnapshotResponse: string;
    RpcDevRevertBody: {
        /**
         * Id of the snapshot.
         */
        snapshot: string;
    };
    RpcDevRevertResponse: DevHead;
    RpcDevReorgBody: {
        /**
         * Number of blocks to replace.
         */
        depth: number;
    };
    RpcDevReorgResponse: Reorg;
    RpcDevSetFaultsBody: {
        /**
         * The rules, at most 100.
         */
        rules: Array<DevFaultRule>;
    };
    RpcDevSetFaultsResponse: Array<DevFaultRule>;
};
