// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from '../../zod/mod.ts';

/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export const zAmount = /* @__PURE__ */ z.string(/* @__PURE__ */ z.regex(/^(0|[1-9][0-9]*)$/), /* @__PURE__ */ z.regex(/^-?[0-9]+$/));

/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export const zHash = /* @__PURE__ */ z.pattern(/^0x[0-9a-f]{64}$/);

/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export const zCommitment = /* @__PURE__ */ z.pattern(/^0x[0-9a-f]{64}$/);

/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export const zSerialNumber = /* @__PURE__ */ z.pattern(/^0x[0-9a-f]{64}$/);

/**
 * Bytes in hex with 0x.
 */
export const zHex = /* @__PURE__ */ z.pattern(/^0x([0-9a-fA-F]{2})+$/);

/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export const zAddress = /* @__PURE__ */ z.pattern(/^(ax|dx)1[02-9ac-hj-np-z]{38}$/);

/**
 * Block height, which is also the block's number.
 */
export const zHeight = /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(9007199254740991));

/**
 * Count, index or nonce.
 */
export const zCounter = /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(9007199254740991));

/**
 * Id of a governance proposal.
 */
export const zProposalId = /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(9007199254740991));

/**
 * Time in whole Unix seconds.
 */
export const zTimestamp = /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(9007199254740991));

/**
 * Ratio from 0 to 1.
 */
export const zRatio = /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(1));

/**
 * Version in dotted numeric form.
 */
export const zVersion = /* @__PURE__ */ z.pattern(/^[0-9]+(\.[0-9]+)*$/);

/**
 * Name of a chain.
 */
export const zChainName = /* @__PURE__ */ z.enum(['alpha', 'delta']);

/**
 * Name of a network.
 */
export const zNetworkName = /* @__PURE__ */ z.enum(['mainnet', 'testnet']);

/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export const zTransactionStatus = /* @__PURE__ */ z.enum(['success', 'failed']);

/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export const zTransactionType = /* @__PURE__ */ z.enum([
    'transfer',
    'token_transfer',
    'delegate',
    'undelegate',
    'claim_rewards',
    'propose',
    'vote'
]);

/**
 * Whether a validator takes part in producing blocks.
 */
export const zValidatorStatus = /* @__PURE__ */ z.enum(['active', 'inactive']);

/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export const zProposalStatus = /* @__PURE__ */ z.enum([
    'active',
    'passed',
    'rejected'
]);

/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export const zErrorCode = /* @__PURE__ */ z.enum([
    'NOT_FOUND',
    'INVALID_PARAM',
    'RATE_LIMITED',
    'INTERNAL_ERROR'
]);

/**
 * Rate tier, see x-rate-tiers.
 */
export const zTier = /* @__PURE__ */ z.enum([
    'Public',
    'Registered',
    'Enterprise'
]);

/**
 * Metadata of the response.
 */
export const zMeta = /* @__PURE__ */ z.strictObject({
    timestamp: zTimestamp,
    requestId: /* @__PURE__ */ z.string()
});

/**
 * What went wrong.
 */
export const zErrorObject = /* @__PURE__ */ z.strictObject({
    code: zErrorCode,
    message: /* @__PURE__ */ z.string()
});

/**
 * Every failure is answered with this.
 */
export const zErrorEnvelope = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(false),
    error: zErrorObject,
    meta: zMeta
});

/**
 * Position of a page in its list.
 */
export const zPagination = /* @__PURE__ */ z.strictObject({
    page: zCounter,
    limit: zCounter,
    totalItems: zCounter,
    totalPages: /* @__PURE__ */ z.optional(zCounter)
});

/**
 * State of the chain.
 */
export const zChainInfo = /* @__PURE__ */ z.strictObject({
    chain: zChainName,
    network: zNetworkName,
    version: zVersion,
    blockHeight: zHeight,
    blockTime: /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0)),
    totalTransactions: zCounter,
    activeValidators: zCounter
});

/**
 * Statistics of the chain.
 */
export const zChainStats = /* @__PURE__ */ z.strictObject({
    tps: /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0)),
    avgBlockTime: /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0)),
    totalSupply: zAmount,
    circulatingSupply: zAmount,
    totalStaked: zAmount,
    stakingRatio: zRatio
});

/**
 * A block without its roots and gas.
 */
export const zBlockSummary = /* @__PURE__ */ z.strictObject({
    number: zHeight,
    hash: zHash,
    timestamp: zTimestamp,
    txCount: zCounter,
    validator: zAddress
});

/**
 * A block in full, without its transactions.
 */
export const zBlock = /* @__PURE__ */ z.strictObject({
    number: zHeight,
    hash: zHash,
    timestamp: zTimestamp,
    txCount: zCounter,
    validator: zAddress,
    parentHash: zHash,
    stateRoot: zHash,
    transactionsRoot: zHash,
    receiptsRoot: zHash,
    gasUsed: zAmount,
    gasLimit: zAmount
});

/**
 * A page of blocks.
 */
export const zBlockList = /* @__PURE__ */ z.strictObject({
    blocks: /* @__PURE__ */ z.array(zBlockSummary),
    pagination: zPagination
});

/**
 * A transaction that is in a block.
 */
export const zTransaction = /* @__PURE__ */ z.strictObject({
    hash: zHash,
    blockNumber: zHeight,
    blockHash: zHash,
    from: zAddress,
    to: zAddress,
    value: zAmount,
    nonce: zCounter,
    gasPrice: zAmount,
    gasLimit: zAmount,
    gasUsed: zAmount,
    status: zTransactionStatus,
    timestamp: zTimestamp,
    type: zTransactionType,
    serialNumbers: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(zSerialNumber)),
    commitments: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(zCommitment))
});

/**
 * A page of transactions.
 */
export const zTransactionList = /* @__PURE__ */ z.strictObject({
    transactions: /* @__PURE__ */ z.array(zTransaction),
    pagination: zPagination
});

/**
 * An account.
 */
export const zAccount = /* @__PURE__ */ z.strictObject({
    address: zAddress,
    balance: zAmount,
    nonce: zCounter,
    txCount: zCounter,
    isContract: /* @__PURE__ */ z.boolean(),
    firstSeen: zTimestamp,
    lastSeen: zTimestamp
});

/**
 * Balance of one token.
 */
export const zTokenBalance = /* @__PURE__ */ z.strictObject({
    contract: zAddress,
    symbol: /* @__PURE__ */ z.string(),
    decimals: zCounter,
    balance: zAmount
});

/**
 * The tokens of an account.
 */
export const zTokenList = /* @__PURE__ */ z.strictObject({
    tokens: /* @__PURE__ */ z.array(zTokenBalance)
});

/**
 * A validator of delta.
 */
export const zValidator = /* @__PURE__ */ z.strictObject({
    address: zAddress,
    name: /* @__PURE__ */ z.string(),
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    uptime: zRatio,
    status: zValidatorStatus
});

/**
 * A page of validators.
 */
export const zValidatorList = /* @__PURE__ */ z.strictObject({
    validators: /* @__PURE__ */ z.array(zValidator),
    pagination: zPagination
});

/**
 * A governance proposal of delta.
 */
export const zProposal = /* @__PURE__ */ z.strictObject({
    id: zProposalId,
    title: /* @__PURE__ */ z.string(),
    proposer: zAddress,
    status: zProposalStatus,
    votesFor: zAmount,
    votesAgainst: zAmount,
    votesAbstain: zAmount,
    startBlock: zHeight,
    endBlock: zHeight
});

/**
 * A governance proposal of delta with its full text.
 */
export const zProposalDetail = /* @__PURE__ */ z.strictObject({
    id: zProposalId,
    title: /* @__PURE__ */ z.string(),
    description: /* @__PURE__ */ z.string(),
    proposer: zAddress,
    status: zProposalStatus,
    votesFor: zAmount,
    votesAgainst: zAmount,
    votesAbstain: zAmount,
    startBlock: zHeight,
    endBlock: zHeight
});

/**
 * A page of governance proposals.
 */
export const zProposalList = /* @__PURE__ */ z.strictObject({
    proposals: /* @__PURE__ */ z.array(zProposal),
    pagination: zPagination
});

/**
 * Request for an API key.
 */
export const zKeyRequest = /* @__PURE__ */ z.strictObject({
    email: /* @__PURE__ */ z.string(/* @__PURE__ */ z.maxLength(254), /* @__PURE__ */ z.regex(/^[^@\s\p{C}]{1,64}@([^.@\s\p{C}]+\.)+[^.@\s\p{C}]+$/u))
});

/**
 * A new API key. The service does not show it again.
 */
export const zIssuedKey = /* @__PURE__ */ z.strictObject({
    apiKey: /* @__PURE__ */ z.string(),
    tier: zTier,
    email: /* @__PURE__ */ z.string()
});

/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export const zRpcId = /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.union([
    /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(-9007199254740991), /* @__PURE__ */ z.lte(9007199254740991)),
    /* @__PURE__ */ z.string(/* @__PURE__ */ z.maxLength(128))
]));

/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export const zRpcRequest = /* @__PURE__ */ z.strictObject({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: /* @__PURE__ */ z.optional(zRpcId),
    method: /* @__PURE__ */ z.string(),
    params: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()))
});

/**
 * Answer to a call that succeeded.
 */
export const zRpcSuccess = /* @__PURE__ */ z.strictObject({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: zRpcId,
    result: /* @__PURE__ */ z.unknown()
});

/**
 * What went wrong.
 */
export const zRpcErrorObject = /* @__PURE__ */ z.strictObject({
    code: /* @__PURE__ */ z.union([
        /* @__PURE__ */ z.literal(-32700),
        /* @__PURE__ */ z.literal(-32600),
        /* @__PURE__ */ z.literal(-32601),
        /* @__PURE__ */ z.literal(-32602),
        /* @__PURE__ */ z.literal(-32603),
        /* @__PURE__ */ z.literal(-32000),
        /* @__PURE__ */ z.literal(-32001),
        /* @__PURE__ */ z.literal(-32002),
        /* @__PURE__ */ z.literal(-32003),
        /* @__PURE__ */ z.literal(-32004),
        /* @__PURE__ */ z.literal(-32005)
    ]),
    message: /* @__PURE__ */ z.string(),
    data: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string())
});

/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export const zRpcFailure = /* @__PURE__ */ z.strictObject({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: zRpcId,
    error: zRpcErrorObject
});

/**
 * A call in the simplified form.
 */
export const zSimplifiedRequest = /* @__PURE__ */ z.strictObject({
    method: /* @__PURE__ */ z.enum(['getBalance', 'getTransaction']),
    params: /* @__PURE__ */ z.array(/* @__PURE__ */ z.string())
});

/**
 * Answer to a simplified call that succeeded.
 */
export const zSimplifiedSuccess = /* @__PURE__ */ z.strictObject({
    result: /* @__PURE__ */ z.unknown()
});

/**
 * Answer to a simplified call that failed.
 */
export const zSimplifiedFailure = /* @__PURE__ */ z.strictObject({
    error: zRpcErrorObject
});

/**
 * State of the chain.
 */
export const zRpcChainInfo = /* @__PURE__ */ z.strictObject({
    chain: zChainName,
    version: zVersion,
    blockHeight: zHeight,
    networkId: /* @__PURE__ */ z.enum([
        'alpha',
        'alpha-testnet',
        'delta',
        'delta-testnet'
    ]),
    peerCount: zCounter
});

/**
 * Balance and nonce of an account as of a block.
 */
export const zRpcBalance = /* @__PURE__ */ z.strictObject({
    balance: zAmount,
    nonce: zCounter,
    blockNumber: zHeight
});

/**
 * Next nonce of an account.
 */
export const zRpcNonce = /* @__PURE__ */ z.strictObject({
    nonce: zCounter
});

/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export const zRpcTransactionStatus = /* @__PURE__ */ z.enum([
    'pending',
    'confirmed',
    'failed'
]);

/**
 * A submitted transaction.
 */
export const zRpcSubmission = /* @__PURE__ */ z.strictObject({
    txHash: zHash,
    status: zRpcTransactionStatus
});

/**
 * A transaction that is in a block or pending.
 */
export const zRpcTransaction = /* @__PURE__ */ z.strictObject({
    hash: zHash,
    from: zAddress,
    to: zAddress,
    value: zAmount,
    nonce: zCounter,
    blockNumber: /* @__PURE__ */ z.nullable(zHeight),
    blockHash: /* @__PURE__ */ z.nullable(zHash),
    transactionIndex: /* @__PURE__ */ z.nullable(zCounter),
    status: zRpcTransactionStatus,
    serialNumbers: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(zSerialNumber)),
    commitments: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(zCommitment))
});

/**
 * A block.
 */
export const zRpcBlock = /* @__PURE__ */ z.strictObject({
    number: zHeight,
    hash: zHash,
    parentHash: zHash,
    timestamp: zTimestamp,
    transactions: /* @__PURE__ */ z.array(/* @__PURE__ */ z.union([
        zHash,
        zRpcTransaction
    ])),
    stateRoot: zHash,
    receiptsRoot: zHash
});

/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export const zReceiptStatus = /* @__PURE__ */ z.union([/* @__PURE__ */ z.literal(1), /* @__PURE__ */ z.literal(0)]);

/**
 * Details of a log by name, all strings; amounts are decimal integers in base units.
 */
export const zRpcLogData = /* @__PURE__ */ z.catchall(/* @__PURE__ */ z.object({}), /* @__PURE__ */ z.string());

/**
 * An event that a transaction caused.
 */
export const zRpcLog = /* @__PURE__ */ z.strictObject({
    index: zCounter,
    address: zAddress,
    event: /* @__PURE__ */ z.string(),
    data: zRpcLogData
});

/**
 * What a confirmed transaction did.
 */
export const zRpcReceipt = /* @__PURE__ */ z.strictObject({
    transactionHash: zHash,
    blockNumber: zHeight,
    blockHash: zHash,
    status: zReceiptStatus,
    gasUsed: zAmount,
    logs: /* @__PURE__ */ z.array(zRpcLog)
});

/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide.
 */
export const zAlphaRecord = /* @__PURE__ */ z.strictObject({
    commitment: zCommitment,
    transactionHash: /* @__PURE__ */ z.nullable(zHash),
    blockNumber: zHeight,
    index: zCounter,
    value: zAmount,
    owner: zAddress
});

/**
 * State of a serial number of alpha.
 */
export const zSerialNumberState = /* @__PURE__ */ z.strictObject({
    spent: /* @__PURE__ */ z.boolean(),
    blockNumber: /* @__PURE__ */ z.nullable(zHeight)
});

/**
 * Stake of an address on delta.
 */
export const zRpcStake = /* @__PURE__ */ z.strictObject({
    stakedAmount: zAmount,
    delegatedTo: /* @__PURE__ */ z.nullable(zAddress),
    rewards: zAmount,
    unbondingAmount: zAmount,
    unbondingCompleteTime: /* @__PURE__ */ z.nullable(zTimestamp)
});

/**
 * A validator of delta.
 */
export const zRpcValidator = /* @__PURE__ */ z.strictObject({
    address: zAddress,
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    status: zValidatorStatus,
    uptime: zRatio
});

/**
 * Name of a topic, see x-topics; x-values-by-chain lists the topics of each chain.
 */
export const zTopicName = /* @__PURE__ */ z.enum([
    'blocks',
    'transactions',
    'pending_transactions',
    'reorgs',
    'validators',
    'proposals',
    'serial_numbers'
]);

/**
 * Position in the event log. Opaque: store it and send it back unchanged.
 */
export const zCursor = /* @__PURE__ */ z.string();

/**
 * Id of a subscription of this connection.
 */
export const zSubscriptionId = /* @__PURE__ */ z.string();

/**
 * Filter of a topic that has nothing to narrow.
 */
export const zCursorFilter = /* @__PURE__ */ z.strictObject({
    after: /* @__PURE__ */ z.optional(zCursor)
});

/**
 * Filter of a subscription.
 */
export const zSubscriptionFilter = /* @__PURE__ */ z.strictObject({
    after: /* @__PURE__ */ z.optional(zCursor),
    address: /* @__PURE__ */ z.optional(zAddress),
    type: /* @__PURE__ */ z.optional(zTransactionType)
});

/**
 * Filter of the topic validators.
 */
export const zValidatorFilter = /* @__PURE__ */ z.strictObject({
    after: /* @__PURE__ */ z.optional(zCursor),
    address: /* @__PURE__ */ z.optional(zAddress)
});

/**
 * A new subscription.
 */
export const zSubscription = /* @__PURE__ */ z.strictObject({
    subscription: zSubscriptionId,
    cursor: zCursor
});

/**
 * An event of a subscription.
 */
export const zSubscriptionEvent = /* @__PURE__ */ z.strictObject({
    subscription: zSubscriptionId,
    result: /* @__PURE__ */ z.unknown(),
    cursor: zCursor
});

/**
 * Message that carries an event.
 */
export const zRpcNotification = /* @__PURE__ */ z.strictObject({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    method: /* @__PURE__ */ z.literal('chain_subscription'),
    params: zSubscriptionEvent
});

/**
 * A reorganisation of the chain.
 */
export const zReorg = /* @__PURE__ */ z.strictObject({
    fromHeight: zHeight,
    oldHead: zHash,
    newHead: zHash
});

/**
 * Takes the place of an event in a topic of chain data when the chain is reorganised.
 */
export const zReorgNotice = /* @__PURE__ */ z.strictObject({
    reorg: zReorg
});

/**
 * A serial number of alpha that was spent.
 */
export const zSpentSerialNumber = /* @__PURE__ */ z.strictObject({
    serialNumber: zSerialNumber,
    blockNumber: zHeight
});

/**
 * The newest block of the devnet.
 */
export const zDevHead = /* @__PURE__ */ z.strictObject({
    number: zHeight,
    hash: zHash
});

/**
 * status: answer with an HTTP status, without handling the request. REST errors keep their envelope; JSON-RPC knows 400, 413 and 429, and any other status is an HTML page there, as proxies send it. delay: answer late. stall: begin the answer and never end it. drop: close the connection, by a further draw before the request is handled or in the middle of its answer. duplicate: repeat one of the replies to a batch. shuffle: send the replies to a batch in another order.
 */
export const zDevFaultKind = /* @__PURE__ */ z.enum([
    'status',
    'delay',
    'stall',
    'drop',
    'duplicate',
    'shuffle'
]);

/**
 * Requests to hit, and how.
 */
export const zDevFaultRule = /* @__PURE__ */ z.strictObject({
    path: /* @__PURE__ */ z.string(/* @__PURE__ */ z.maxLength(256)),
    kind: zDevFaultKind,
    probability: zRatio,
    status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(400), /* @__PURE__ */ z.lte(599))),
    delayMs: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(600000)))
});

export const zGetChainInfoResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zChainInfo,
    meta: zMeta
});

export const zGetChainStatsResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zChainStats,
    meta: zMeta
});

export const zListBlocksQuery = /* @__PURE__ */ z.strictObject({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100))),
    order: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum(['asc', 'desc']))
});

export const zListBlocksResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zBlockList,
    meta: zMeta
});

export const zGetBlockPath = /* @__PURE__ */ z.strictObject({
    identifier: /* @__PURE__ */ z.union([
        zHeight,
        zHash
    ])
});

export const zGetBlockResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zBlock,
    meta: zMeta
});

export const zListBlockTransactionsPath = /* @__PURE__ */ z.strictObject({
    number: zHeight
});

export const zListBlockTransactionsQuery = /* @__PURE__ */ z.strictObject({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100)))
});

export const zListBlockTransactionsResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetTransactionPath = /* @__PURE__ */ z.strictObject({
    hash: zHash
});

export const zGetTransactionResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransaction,
    meta: zMeta
});

export const zListTransactionsQuery = /* @__PURE__ */ z.strictObject({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100))),
    type: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'all',
        'transfer',
        'token_transfer',
        'delegate',
        'undelegate',
        'claim_rewards',
        'propose',
        'vote'
    ])),
    address: /* @__PURE__ */ z.optional(zAddress)
});

export const zListTransactionsResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetAccountPath = /* @__PURE__ */ z.strictObject({
    address: zAddress
});

export const zGetAccountResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zAccount,
    meta: zMeta
});

export const zListAccountTransactionsPath = /* @__PURE__ */ z.strictObject({
    address: zAddress
});

export const zListAccountTransactionsQuery = /* @__PURE__ */ z.strictObject({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100))),
    direction: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'in',
        'out',
        'all'
    ]))
});

export const zListAccountTransactionsResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zListAccountTokensPath = /* @__PURE__ */ z.strictObject({
    address: zAddress
});

export const zListAccountTokensResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTokenList,
    meta: zMeta
});

export const zListValidatorsQuery = /* @__PURE__ */ z.strictObject({
    status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'active',
        'inactive',
        'all'
    ])),
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100)))
});

export const zListValidatorsResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zValidatorList,
    meta: zMeta
});

export const zGetValidatorPath = /* @__PURE__ */ z.strictObject({
    address: zAddress
});

export const zGetValidatorResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zValidator,
    meta: zMeta
});

export const zListProposalsQuery = /* @__PURE__ */ z.strictObject({
    status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'active',
        'passed',
        'rejected',
        'all'
    ])),
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100)))
});

export const zListProposalsResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zProposalList,
    meta: zMeta
});

export const zGetProposalPath = /* @__PURE__ */ z.strictObject({
    id: zProposalId
});

export const zGetProposalResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zProposalDetail,
    meta: zMeta
});

export const zRequestKeyBody = zKeyRequest;

export const zRequestKeyResponse = /* @__PURE__ */ z.strictObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zIssuedKey,
    meta: zMeta
});

export const zRpcChainGetInfoResponse = zRpcChainInfo;

export const zRpcChainGetBlockByNumberBody = /* @__PURE__ */ z.strictObject({
    blockNumber: zHeight,
    fullTx: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean())
});

export const zRpcChainGetBlockByNumberResponse = /* @__PURE__ */ z.nullable(zRpcBlock);

export const zRpcChainGetBlockByHashBody = /* @__PURE__ */ z.strictObject({
    blockHash: zHash,
    fullTx: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean())
});

export const zRpcChainGetBlockByHashResponse = /* @__PURE__ */ z.nullable(zRpcBlock);

export const zRpcAccountGetBalanceBody = /* @__PURE__ */ z.strictObject({
    address: zAddress,
    blockNumber: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
        zHeight,
        /* @__PURE__ */ z.enum(['latest'])
    ]))
});

export const zRpcAccountGetBalanceResponse = zRpcBalance;

export const zRpcAccountGetNonceBody = /* @__PURE__ */ z.strictObject({
    address: zAddress
});

export const zRpcAccountGetNonceResponse = zRpcNonce;

export const zRpcTxSendRawTransactionBody = /* @__PURE__ */ z.strictObject({
    signedTx: zHex
});

export const zRpcTxSendRawTransactionResponse = zRpcSubmission;

export const zRpcTxGetTransactionBody = /* @__PURE__ */ z.strictObject({
    txHash: zHash
});

export const zRpcTxGetTransactionResponse = /* @__PURE__ */ z.nullable(zRpcTransaction);

export const zRpcTxGetTransactionReceiptBody = /* @__PURE__ */ z.strictObject({
    txHash: zHash
});

export const zRpcTxGetTransactionReceiptResponse = /* @__PURE__ */ z.nullable(zRpcReceipt);

export const zRpcAlphaGetRecordBody = /* @__PURE__ */ z.strictObject({
    commitment: zCommitment
});

export const zRpcAlphaGetRecordResponse = /* @__PURE__ */ z.nullable(zAlphaRecord);

export const zRpcAlphaGetSerialNumberBody = /* @__PURE__ */ z.strictObject({
    serialNumber: zSerialNumber
});

export const zRpcAlphaGetSerialNumberResponse = zSerialNumberState;

export const zRpcDeltaGetStakeBody = /* @__PURE__ */ z.strictObject({
    address: zAddress
});

export const zRpcDeltaGetStakeResponse = zRpcStake;

export const zRpcDeltaGetValidatorBody = /* @__PURE__ */ z.strictObject({
    address: zAddress
});

export const zRpcDeltaGetValidatorResponse = /* @__PURE__ */ z.nullable(zRpcValidator);

export const zRpcChainSubscribeBody = /* @__PURE__ */ z.strictObject({
    topic: zTopicName,
    filter: /* @__PURE__ */ z.optional(zSubscriptionFilter)
});

export const zRpcChainSubscribeResponse = zSubscription;

export const zRpcChainUnsubscribeBody = /* @__PURE__ */ z.strictObject({
    subscription: zSubscriptionId
});

export const zRpcChainUnsubscribeResponse = /* @__PURE__ */ z.boolean();

export const zRpcGetBalanceBody = /* @__PURE__ */ z.strictObject({
    address: zAddress
});

export const zRpcGetBalanceResponse = zAmount;

export const zRpcGetTransactionBody = /* @__PURE__ */ z.strictObject({
    txid: zHash
});

export const zRpcGetTransactionResponse = /* @__PURE__ */ z.nullable(zRpcTransaction);
