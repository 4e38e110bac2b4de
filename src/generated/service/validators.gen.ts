// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from 'zod/mini';

/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export const zAmount = z.string().check(z.regex(/^(0|[1-9][0-9]*)$/), z.regex(/^-?[0-9]+$/));

/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export const zHash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));

/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export const zCommitment = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));

/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export const zSerialNumber = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));

/**
 * Bytes in hex with 0x.
 */
export const zHex = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/));

/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export const zAddress = z.string().check(z.regex(/^(ax|dx)1[02-9ac-hj-np-z]{38}$/));

/**
 * Block height, which is also the block's number.
 */
export const zHeight = z.int().check(z.gte(0), z.lte(9007199254740991));

/**
 * Count, index or nonce.
 */
export const zCounter = z.int().check(z.gte(0), z.lte(9007199254740991));

/**
 * Id of a governance proposal.
 */
export const zProposalId = z.int().check(z.gte(0), z.lte(9007199254740991));

/**
 * Time in whole Unix seconds.
 */
export const zTimestamp = z.int().check(z.gte(0), z.lte(9007199254740991));

/**
 * Ratio from 0 to 1.
 */
export const zRatio = z.number().check(z.gte(0), z.lte(1));

/**
 * Version in dotted numeric form.
 */
export const zVersion = z.string().check(z.regex(/^[0-9]+(\.[0-9]+)*$/));

/**
 * Name of a chain.
 */
export const zChainName = z.enum(['alpha', 'delta']);

/**
 * Name of a network.
 */
export const zNetworkName = z.enum(['mainnet', 'testnet']);

/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export const zTransactionStatus = z.enum(['success', 'failed']);

/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export const zTransactionType = z.enum([
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
export const zValidatorStatus = z.enum(['active', 'inactive']);

/**
 * active: votes are taken. passed, rejected: the vote has ended.
 */
export const zProposalStatus = z.enum([
    'active',
    'passed',
    'rejected'
]);

/**
 * What went wrong; x-error-codes gives the HTTP status of each.
 */
export const zErrorCode = z.enum([
    'NOT_FOUND',
    'INVALID_PARAM',
    'RATE_LIMITED',
    'INTERNAL_ERROR'
]);

/**
 * Rate tier, see x-rate-tiers.
 */
export const zTier = z.enum([
    'Public',
    'Registered',
    'Enterprise'
]);

/**
 * Metadata of the response.
 */
export const zMeta = z.object({
    timestamp: zTimestamp,
    requestId: z.string()
});

/**
 * What went wrong.
 */
export const zErrorObject = z.object({
    code: zErrorCode,
    message: z.string()
});

/**
 * Every failure is answered with this.
 */
export const zErrorEnvelope = z.object({
    success: z.literal(false),
    error: zErrorObject,
    meta: zMeta
});

/**
 * Position of a page in its list.
 */
export const zPagination = z.object({
    page: zCounter,
    limit: zCounter,
    totalItems: zCounter,
    totalPages: z.optional(zCounter)
});

/**
 * State of the chain.
 */
export const zChainInfo = z.object({
    chain: zChainName,
    network: zNetworkName,
    version: zVersion,
    blockHeight: zHeight,
    blockTime: z.number().check(z.gte(0)),
    totalTransactions: zCounter,
    activeValidators: zCounter
});

/**
 * Statistics of the chain.
 */
export const zChainStats = z.object({
    tps: z.number().check(z.gte(0)),
    avgBlockTime: z.number().check(z.gte(0)),
    totalSupply: zAmount,
    circulatingSupply: zAmount,
    totalStaked: zAmount,
    stakingRatio: zRatio
});

/**
 * A block without its roots and gas.
 */
export const zBlockSummary = z.object({
    number: zHeight,
    hash: zHash,
    timestamp: zTimestamp,
    txCount: zCounter,
    validator: zAddress
});

/**
 * A block in full, without its transactions.
 */
export const zBlock = z.object({
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
export const zBlockList = z.object({
    blocks: z.array(zBlockSummary),
    pagination: zPagination
});

/**
 * A transaction that is in a block.
 */
export const zTransaction = z.object({
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
    serialNumbers: z.optional(z.array(zSerialNumber)),
    commitments: z.optional(z.array(zCommitment))
});

/**
 * A page of transactions.
 */
export const zTransactionList = z.object({
    transactions: z.array(zTransaction),
    pagination: zPagination
});

/**
 * An account.
 */
export const zAccount = z.object({
    address: zAddress,
    balance: zAmount,
    nonce: zCounter,
    txCount: zCounter,
    isContract: z.boolean(),
    firstSeen: zTimestamp,
    lastSeen: zTimestamp
});

/**
 * Balance of one token.
 */
export const zTokenBalance = z.object({
    contract: zAddress,
    symbol: z.string(),
    decimals: zCounter,
    balance: zAmount
});

/**
 * The tokens of an account.
 */
export const zTokenList = z.object({
    tokens: z.array(zTokenBalance)
});

/**
 * A validator of delta.
 */
export const zValidator = z.object({
    address: zAddress,
    name: z.string(),
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    uptime: zRatio,
    status: zValidatorStatus
});

/**
 * A page of validators.
 */
export const zValidatorList = z.object({
    validators: z.array(zValidator),
    pagination: zPagination
});

/**
 * A governance proposal of delta.
 */
export const zProposal = z.object({
    id: zProposalId,
    title: z.string(),
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
export const zProposalDetail = z.object({
    id: zProposalId,
    title: z.string(),
    description: z.string(),
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
export const zProposalList = z.object({
    proposals: z.array(zProposal),
    pagination: zPagination
});

/**
 * Request for an API key.
 */
export const zKeyRequest = z.object({
    email: z.string().check(z.maxLength(254), z.regex(/^[^@\s\p{C}]{1,64}@([^.@\s\p{C}]+\.)+[^.@\s\p{C}]+$/u))
});

/**
 * A new API key. The service does not show it again.
 */
export const zIssuedKey = z.object({
    apiKey: z.string(),
    tier: zTier,
    email: z.string()
});

/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export const zRpcId = z.nullable(z.union([
    z.int().check(z.gte(-9007199254740991), z.lte(9007199254740991)),
    z.string().check(z.maxLength(128))
]));

/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export const zRpcRequest = z.object({
    jsonrpc: z.literal('2.0'),
    id: z.optional(zRpcId),
    method: z.string(),
    params: z.optional(z.array(z.unknown()))
});

/**
 * Answer to a call that succeeded.
 */
export const zRpcSuccess = z.object({
    jsonrpc: z.literal('2.0'),
    id: zRpcId,
    result: z.unknown()
});

/**
 * What went wrong.
 */
export const zRpcErrorObject = z.object({
    code: z.union([
        z.literal(-32700),
        z.literal(-32600),
        z.literal(-32601),
        z.literal(-32602),
        z.literal(-32603),
        z.literal(-32000),
        z.literal(-32001),
        z.literal(-32002),
        z.literal(-32003),
        z.literal(-32004),
        z.literal(-32005)
    ]),
    message: z.string(),
    data: z.optional(z.string())
});

/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export const zRpcFailure = z.object({
    jsonrpc: z.literal('2.0'),
    id: zRpcId,
    error: zRpcErrorObject
});

/**
 * A call in the simplified form.
 */
export const zSimplifiedRequest = z.object({
    method: z.enum(['getBalance', 'getTransaction']),
    params: z.array(z.string())
});

/**
 * Answer to a simplified call that succeeded.
 */
export const zSimplifiedSuccess = z.object({
    result: z.unknown()
});

/**
 * Answer to a simplified call that failed.
 */
export const zSimplifiedFailure = z.object({
    error: zRpcErrorObject
});

/**
 * State of the chain.
 */
export const zRpcChainInfo = z.object({
    chain: zChainName,
    version: zVersion,
    blockHeight: zHeight,
    networkId: z.enum([
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
export const zRpcBalance = z.object({
    balance: zAmount,
    nonce: zCounter,
    blockNumber: zHeight
});

/**
 * Next nonce of an account.
 */
export const zRpcNonce = z.object({
    nonce: zCounter
});

/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export const zRpcTransactionStatus = z.enum([
    'pending',
    'confirmed',
    'failed'
]);

/**
 * A submitted transaction.
 */
export const zRpcSubmission = z.object({
    txHash: zHash,
    status: zRpcTransactionStatus
});

/**
 * A transaction that is in a block or pending.
 */
export const zRpcTransaction = z.object({
    hash: zHash,
    from: zAddress,
    to: zAddress,
    value: zAmount,
    nonce: zCounter,
    blockNumber: z.nullable(zHeight),
    blockHash: z.nullable(zHash),
    transactionIndex: z.nullable(zCounter),
    status: zRpcTransactionStatus,
    serialNumbers: z.optional(z.array(zSerialNumber)),
    commitments: z.optional(z.array(zCommitment))
});

/**
 * A block.
 */
export const zRpcBlock = z.object({
    number: zHeight,
    hash: zHash,
    parentHash: zHash,
    timestamp: zTimestamp,
    transactions: z.array(z.union([
        zHash,
        zRpcTransaction
    ])),
    stateRoot: zHash,
    receiptsRoot: zHash
});

/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export const zReceiptStatus = z.union([z.literal(1), z.literal(0)]);

/**
 * Details of a log by name, all strings; amounts are decimal integers in base units.
 */
export const zRpcLogData = z.record(z.string(), z.string());

/**
 * An event that a transaction caused.
 */
export const zRpcLog = z.object({
    index: zCounter,
    address: zAddress,
    event: z.string(),
    data: zRpcLogData
});

/**
 * What a confirmed transaction did.
 */
export const zRpcReceipt = z.object({
    transactionHash: zHash,
    blockNumber: zHeight,
    blockHash: zHash,
    status: zReceiptStatus,
    gasUsed: zAmount,
    logs: z.array(zRpcLog)
});

/**
 * A record (UTXO) of alpha. The devnet shows the parts that a private chain would hide.
 */
export const zAlphaRecord = z.object({
    commitment: zCommitment,
    transactionHash: z.nullable(zHash),
    blockNumber: zHeight,
    index: zCounter,
    value: zAmount,
    owner: zAddress
});

/**
 * State of a serial number of alpha.
 */
export const zSerialNumberState = z.object({
    spent: z.boolean(),
    blockNumber: z.nullable(zHeight)
});

/**
 * Stake of an address on delta.
 */
export const zRpcStake = z.object({
    stakedAmount: zAmount,
    delegatedTo: z.nullable(zAddress),
    rewards: zAmount,
    unbondingAmount: zAmount,
    unbondingCompleteTime: z.nullable(zTimestamp)
});

/**
 * A validator of delta.
 */
export const zRpcValidator = z.object({
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
export const zTopicName = z.enum([
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
export const zCursor = z.string();

/**
 * Id of a subscription of this connection.
 */
export const zSubscriptionId = z.string();

/**
 * Filter of a topic that has nothing to narrow.
 */
export const zCursorFilter = z.object({
    after: z.optional(zCursor)
});

/**
 * Filter of a subscription.
 */
export const zSubscriptionFilter = z.object({
    after: z.optional(zCursor),
    address: z.optional(zAddress),
    type: z.optional(zTransactionType)
});

/**
 * Filter of the topic validators.
 */
export const zValidatorFilter = z.object({
    after: z.optional(zCursor),
    address: z.optional(zAddress)
});

/**
 * A new subscription.
 */
export const zSubscription = z.object({
    subscription: zSubscriptionId,
    cursor: zCursor
});

/**
 * An event of a subscription.
 */
export const zSubscriptionEvent = z.object({
    subscription: zSubscriptionId,
    result: z.unknown(),
    cursor: zCursor
});

/**
 * Message that carries an event.
 */
export const zRpcNotification = z.object({
    jsonrpc: z.literal('2.0'),
    method: z.literal('chain_subscription'),
    params: zSubscriptionEvent
});

/**
 * A reorganisation of the chain.
 */
export const zReorg = z.object({
    fromHeight: zHeight,
    oldHead: zHash,
    newHead: zHash
});

/**
 * Takes the place of an event in a topic of chain data when the chain is reorganised.
 */
export const zReorgNotice = z.object({
    reorg: zReorg
});

/**
 * A serial number of alpha that was spent.
 */
export const zSpentSerialNumber = z.object({
    serialNumber: zSerialNumber,
    blockNumber: zHeight
});

/**
 * The newest block of the devnet.
 */
export const zDevHead = z.object({
    number: zHeight,
    hash: zHash
});

/**
 * status: answer with an HTTP status, without handling the request. REST errors keep their envelope; JSON-RPC knows 400, 413 and 429, and any other status is an HTML page there, as proxies send it. delay: answer late. stall: begin the answer and never end it. drop: close the connection, by a further draw before the request is handled or in the middle of its answer. duplicate: repeat one of the replies to a batch. shuffle: send the replies to a batch in another order.
 */
export const zDevFaultKind = z.enum([
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
export const zDevFaultRule = z.object({
    path: z.string().check(z.maxLength(256)),
    kind: zDevFaultKind,
    probability: zRatio,
    status: z.optional(z.int().check(z.gte(400), z.lte(599))),
    delayMs: z.optional(z.int().check(z.gte(0), z.lte(600000)))
});

export const zGetChainInfoResponse = z.object({
    success: z.literal(true),
    data: zChainInfo,
    meta: zMeta
});

export const zGetChainStatsResponse = z.object({
    success: z.literal(true),
    data: zChainStats,
    meta: zMeta
});

export const zListBlocksQuery = z.object({
    page: z.optional(z.int().check(z.gte(1), z.lte(9007199254740991))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
    order: z.optional(z.enum(['asc', 'desc']))
});

export const zListBlocksResponse = z.object({
    success: z.literal(true),
    data: zBlockList,
    meta: zMeta
});

export const zGetBlockPath = z.object({
    identifier: z.union([
        zHeight,
        zHash
    ])
});

export const zGetBlockResponse = z.object({
    success: z.literal(true),
    data: zBlock,
    meta: zMeta
});

export const zListBlockTransactionsPath = z.object({
    number: zHeight
});

export const zListBlockTransactionsQuery = z.object({
    page: z.optional(z.int().check(z.gte(1), z.lte(9007199254740991))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100)))
});

export const zListBlockTransactionsResponse = z.object({
    success: z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetTransactionPath = z.object({
    hash: zHash
});

export const zGetTransactionResponse = z.object({
    success: z.literal(true),
    data: zTransaction,
    meta: zMeta
});

export const zListTransactionsQuery = z.object({
    page: z.optional(z.int().check(z.gte(1), z.lte(9007199254740991))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
    type: z.optional(z.enum([
        'all',
        'transfer',
        'token_transfer',
        'delegate',
        'undelegate',
        'claim_rewards',
        'propose',
        'vote'
    ])),
    address: z.optional(zAddress)
});

export const zListTransactionsResponse = z.object({
    success: z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetAccountPath = z.object({
    address: zAddress
});

export const zGetAccountResponse = z.object({
    success: z.literal(true),
    data: zAccount,
    meta: zMeta
});

export const zListAccountTransactionsPath = z.object({
    address: zAddress
});

export const zListAccountTransactionsQuery = z.object({
    page: z.optional(z.int().check(z.gte(1), z.lte(9007199254740991))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
    direction: z.optional(z.enum([
        'in',
        'out',
        'all'
    ]))
});

export const zListAccountTransactionsResponse = z.object({
    success: z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zListAccountTokensPath = z.object({
    address: zAddress
});

export const zListAccountTokensResponse = z.object({
    success: z.literal(true),
    data: zTokenList,
    meta: zMeta
});

export const zListValidatorsQuery = z.object({
    status: z.optional(z.enum([
        'active',
        'inactive',
        'all'
    ])),
    page: z.optional(z.int().check(z.gte(1), z.lte(9007199254740991))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100)))
});

export const zListValidatorsResponse = z.object({
    success: z.literal(true),
    data: zValidatorList,
    meta: zMeta
});

export const zGetValidatorPath = z.object({
    address: zAddress
});

export const zGetValidatorResponse = z.object({
    success: z.literal(true),
    data: zValidator,
    meta: zMeta
});

export const zListProposalsQuery = z.object({
    status: z.optional(z.enum([
        'active',
        'passed',
        'rejected',
        'all'
    ])),
    page: z.optional(z.int().check(z.gte(1), z.lte(9007199254740991))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100)))
});

export const zListProposalsResponse = z.object({
    success: z.literal(true),
    data: zProposalList,
    meta: zMeta
});

export const zGetProposalPath = z.object({
    id: zProposalId
});

export const zGetProposalResponse = z.object({
    success: z.literal(true),
    data: zProposalDetail,
    meta: zMeta
});

export const zRequestKeyBody = zKeyRequest;

export const zRequestKeyResponse = z.object({
    success: z.literal(true),
    data: zIssuedKey,
    meta: zMeta
});

export const zRpcChainGetInfoResponse = zRpcChainInfo;

export const zRpcChainGetBlockByNumberBody = z.object({
    blockNumber: zHeight,
    fullTx: z.optional(z.boolean())
});

export const zRpcChainGetBlockByNumberResponse = z.nullable(zRpcBlock);

export const zRpcChainGetBlockByHashBody = z.object({
    blockHash: zHash,
    fullTx: z.optional(z.boolean())
});

export const zRpcChainGetBlockByHashResponse = z.nullable(zRpcBlock);

export const zRpcAccountGetBalanceBody = z.object({
    address: zAddress,
    blockNumber: z.optional(z.union([
        zHeight,
        z.string().check(z.regex(/^(latest|0|[1-9][0-9]{0,15})$/))
    ]))
});

export const zRpcAccountGetBalanceResponse = zRpcBalance;

export const zRpcAccountGetNonceBody = z.object({
    address: zAddress
});

export const zRpcAccountGetNonceResponse = zRpcNonce;

export const zRpcTxSendRawTransactionBody = z.object({
    signedTx: zHex
});

export const zRpcTxSendRawTransactionResponse = zRpcSubmission;

export const zRpcTxGetTransactionBody = z.object({
    txHash: zHash
});

export const zRpcTxGetTransactionResponse = z.nullable(zRpcTransaction);

export const zRpcTxGetTransactionReceiptBody = z.object({
    txHash: zHash
});

export const zRpcTxGetTransactionReceiptResponse = z.nullable(zRpcReceipt);

export const zRpcAlphaGetRecordBody = z.object({
    commitment: zCommitment
});

export const zRpcAlphaGetRecordResponse = z.nullable(zAlphaRecord);

export const zRpcAlphaGetSerialNumberBody = z.object({
    serialNumber: zSerialNumber
});

export const zRpcAlphaGetSerialNumberResponse = zSerialNumberState;

export const zRpcDeltaGetStakeBody = z.object({
    address: zAddress
});

export const zRpcDeltaGetStakeResponse = zRpcStake;

export const zRpcDeltaGetValidatorBody = z.object({
    address: zAddress
});

export const zRpcDeltaGetValidatorResponse = z.nullable(zRpcValidator);

export const zRpcChainSubscribeBody = z.object({
    topic: zTopicName,
    filter: z.optional(zSubscriptionFilter)
});

export const zRpcChainSubscribeResponse = zSubscription;

export const zRpcChainUnsubscribeBody = z.object({
    subscription: zSubscriptionId
});

export const zRpcChainUnsubscribeResponse = z.boolean();

export const zRpcGetBalanceBody = z.object({
    address: zAddress
});

export const zRpcGetBalanceResponse = zAmount;

export const zRpcGetTransactionBody = z.object({
    txid: zHash
});

export const zRpcGetTransactionResponse = z.nullable(zRpcTransaction);

export const zRpcDevMineBody = z.object({
    count: z.optional(z.int().check(z.gte(1), z.lte(1000)))
});

export const zRpcDevMineResponse = zDevHead;

export const zRpcDevSetIntervalBody = z.object({
    seconds: z.number().check(z.gte(0), z.lte(86400))
});

export const zRpcDevSetIntervalResponse = z.number();

export const zRpcDevSetTimeBody = z.object({
    timestamp: zTimestamp
});

export const zRpcDevSetTimeResponse = zTimestamp;

export const zRpcDevFundBody = z.object({
    address: zAddress,
    amount: zAmount
});

export const zRpcDevFundResponse = zRpcSubmission;

export const zRpcDevSnapshotResponse = z.string();

export const zRpcDevRevertBody = z.object({
    snapshot: z.string()
});

export const zRpcDevRevertResponse = zDevHead;

export const zRpcDevReorgBody = z.object({
    depth: z.int().check(z.gte(1), z.lte(1000))
});

export const zRpcDevReorgResponse = zReorg;

export const zRpcDevSetFaultsBody = z.object({
    rules: z.array(zDevFaultRule).check(z.maxLength(100))
});

export const zRpcDevSetFaultsResponse = z.array(zDevFaultRule);
