// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from '../../zod/mod.ts';

export const zAmount = /* @__PURE__ */ z.string(/* @__PURE__ */ z.regex(/^(0|[1-9][0-9]*)$/), /* @__PURE__ */ z.regex(/^-?[0-9]+$/));

export const zHash = /* @__PURE__ */ z.pattern(/^0x[0-9a-f]{64}$/);

export const zCommitment = /* @__PURE__ */ z.pattern(/^0x[0-9a-f]{64}$/);

export const zSerialNumber = /* @__PURE__ */ z.pattern(/^0x[0-9a-f]{64}$/);

export const zHex = /* @__PURE__ */ z.pattern(/^0x(?:[0-9a-fA-F]{2})+$/);

export const zAddress = /* @__PURE__ */ z.pattern(/^(ax|dx)1[02-9ac-hj-np-z]{38}$/);

export const zHeight = /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(9007199254740991));

export const zCounter = /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(9007199254740991));

export const zProposalId = /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(9007199254740991));

export const zTimestamp = /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(9007199254740991));

export const zRatio = /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(1));

export const zVersion = /* @__PURE__ */ z.pattern(/^[0-9]+(\.[0-9]+)*$/);

export const zChainName = /* @__PURE__ */ z.enum(['alpha', 'delta']);

export const zNetworkName = /* @__PURE__ */ z.enum(['mainnet', 'testnet']);

export const zTransactionStatus = /* @__PURE__ */ z.enum(['success', 'failed']);

export const zTransactionType = /* @__PURE__ */ z.enum([
    'transfer',
    'token_transfer',
    'delegate',
    'undelegate',
    'claim_rewards',
    'propose',
    'vote'
]);

export const zValidatorStatus = /* @__PURE__ */ z.enum(['active', 'inactive']);

export const zProposalStatus = /* @__PURE__ */ z.enum([
    'active',
    'passed',
    'rejected'
]);

export const zErrorCode = /* @__PURE__ */ z.enum([
    'NOT_FOUND',
    'INVALID_PARAM',
    'RATE_LIMITED',
    'INTERNAL_ERROR'
]);

export const zTier = /* @__PURE__ */ z.enum([
    'Public',
    'Registered',
    'Enterprise'
]);

export const zMeta = /* @__PURE__ */ z.object({
    timestamp: zTimestamp,
    requestId: /* @__PURE__ */ z.string()
});

export const zErrorObject = /* @__PURE__ */ z.object({
    code: zErrorCode,
    message: /* @__PURE__ */ z.string()
});

export const zErrorEnvelope = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(false),
    error: zErrorObject,
    meta: zMeta
});

export const zPagination = /* @__PURE__ */ z.object({
    page: zCounter,
    limit: zCounter,
    totalItems: zCounter,
    totalPages: /* @__PURE__ */ z.optional(zCounter)
});

export const zChainInfo = /* @__PURE__ */ z.object({
    chain: zChainName,
    network: zNetworkName,
    version: zVersion,
    blockHeight: zHeight,
    blockTime: /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0)),
    totalTransactions: zCounter,
    activeValidators: zCounter
});

export const zChainStats = /* @__PURE__ */ z.object({
    tps: /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0)),
    avgBlockTime: /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0)),
    totalSupply: zAmount,
    circulatingSupply: zAmount,
    totalStaked: zAmount,
    stakingRatio: zRatio
});

export const zBlockSummary = /* @__PURE__ */ z.object({
    number: zHeight,
    hash: zHash,
    timestamp: zTimestamp,
    txCount: zCounter,
    validator: zAddress
});

export const zBlock = /* @__PURE__ */ z.object({
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

export const zBlockList = /* @__PURE__ */ z.object({
    blocks: /* @__PURE__ */ z.array(zBlockSummary),
    pagination: zPagination
});

export const zTokenAmount = /* @__PURE__ */ z.object({
    contract: zAddress,
    amount: zAmount
});

export const zTransaction = /* @__PURE__ */ z.object({
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
    token: /* @__PURE__ */ z.optional(zTokenAmount),
    serialNumbers: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(zSerialNumber)),
    commitments: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(zCommitment))
});

export const zTransactionList = /* @__PURE__ */ z.object({
    transactions: /* @__PURE__ */ z.array(zTransaction),
    pagination: zPagination
});

export const zAccount = /* @__PURE__ */ z.object({
    address: zAddress,
    balance: zAmount,
    nonce: zCounter,
    txCount: zCounter,
    isContract: /* @__PURE__ */ z.boolean(),
    firstSeen: zTimestamp,
    lastSeen: zTimestamp
});

export const zToken = /* @__PURE__ */ z.object({
    contract: zAddress,
    symbol: /* @__PURE__ */ z.string(),
    decimals: zCounter
});

export const zTokenBalance = /* @__PURE__ */ z.object({
    contract: zAddress,
    symbol: /* @__PURE__ */ z.string(),
    decimals: zCounter,
    balance: zAmount
});

export const zTokenList = /* @__PURE__ */ z.object({
    tokens: /* @__PURE__ */ z.array(zTokenBalance)
});

export const zValidator = /* @__PURE__ */ z.object({
    address: zAddress,
    name: /* @__PURE__ */ z.string(),
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    uptime: zRatio,
    status: zValidatorStatus
});

export const zValidatorList = /* @__PURE__ */ z.object({
    validators: /* @__PURE__ */ z.array(zValidator),
    pagination: zPagination
});

export const zProposal = /* @__PURE__ */ z.object({
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

export const zProposalDetail = /* @__PURE__ */ z.object({
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

export const zProposalList = /* @__PURE__ */ z.object({
    proposals: /* @__PURE__ */ z.array(zProposal),
    pagination: zPagination
});

export const zKeyRequest = /* @__PURE__ */ z.object({
    email: /* @__PURE__ */ z.string(/* @__PURE__ */ z.maxLength(254, { abort: true }), /* @__PURE__ */ z.regex(/^[^@\s\p{C}]{1,64}@(?:[^.@\s\p{C}]+\.)+[^.@\s\p{C}]+$/u))
});

export const zIssuedKey = /* @__PURE__ */ z.object({
    apiKey: /* @__PURE__ */ z.string(),
    tier: zTier,
    email: /* @__PURE__ */ z.string()
});

export const zRpcId = /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.union([
    /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(-9007199254740991), /* @__PURE__ */ z.lte(9007199254740991)),
    /* @__PURE__ */ z.string(/* @__PURE__ */ z.maxLength(128))
]));

export const zRpcRequest = /* @__PURE__ */ z.object({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: /* @__PURE__ */ z.optional(zRpcId),
    method: /* @__PURE__ */ z.string(),
    params: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()))
});

export const zRpcSuccess = /* @__PURE__ */ z.object({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: zRpcId,
    result: /* @__PURE__ */ z.unknown()
});

export const zRpcErrorObject = /* @__PURE__ */ z.object({
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

export const zRpcFailure = /* @__PURE__ */ z.object({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: zRpcId,
    error: zRpcErrorObject
});

export const zSimplifiedRequest = /* @__PURE__ */ z.object({
    method: /* @__PURE__ */ z.enum(['getBalance', 'getTransaction']),
    params: /* @__PURE__ */ z.array(/* @__PURE__ */ z.string())
});

export const zSimplifiedSuccess = /* @__PURE__ */ z.object({
    result: /* @__PURE__ */ z.unknown()
});

export const zSimplifiedFailure = /* @__PURE__ */ z.object({
    error: zRpcErrorObject
});

export const zRpcChainInfo = /* @__PURE__ */ z.object({
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

export const zRpcBalance = /* @__PURE__ */ z.object({
    balance: zAmount,
    nonce: zCounter,
    blockNumber: zHeight
});

export const zRpcNonce = /* @__PURE__ */ z.object({
    nonce: zCounter
});

export const zRpcTransactionStatus = /* @__PURE__ */ z.enum([
    'pending',
    'confirmed',
    'failed'
]);

export const zRpcSubmission = /* @__PURE__ */ z.object({
    txHash: zHash,
    status: zRpcTransactionStatus
});

export const zRpcTransaction = /* @__PURE__ */ z.object({
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

export const zRpcBlock = /* @__PURE__ */ z.object({
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

export const zReceiptStatus = /* @__PURE__ */ z.union([/* @__PURE__ */ z.literal(1), /* @__PURE__ */ z.literal(0)]);

export const zRpcLogData = /* @__PURE__ */ z.catchall({}, /* @__PURE__ */ z.string());

export const zRpcLog = /* @__PURE__ */ z.object({
    index: zCounter,
    address: zAddress,
    event: /* @__PURE__ */ z.string(),
    data: zRpcLogData
});

export const zRpcReceipt = /* @__PURE__ */ z.object({
    transactionHash: zHash,
    blockNumber: zHeight,
    blockHash: zHash,
    status: zReceiptStatus,
    gasUsed: zAmount,
    logs: /* @__PURE__ */ z.array(zRpcLog)
});

export const zAlphaRecord = /* @__PURE__ */ z.object({
    commitment: zCommitment,
    transactionHash: /* @__PURE__ */ z.nullable(zHash),
    blockNumber: zHeight,
    index: zCounter,
    value: zAmount,
    owner: zAddress
});

export const zSerialNumberState = /* @__PURE__ */ z.object({
    spent: /* @__PURE__ */ z.boolean(),
    blockNumber: /* @__PURE__ */ z.nullable(zHeight)
});

export const zRpcStake = /* @__PURE__ */ z.object({
    stakedAmount: zAmount,
    delegatedTo: /* @__PURE__ */ z.nullable(zAddress),
    rewards: zAmount,
    unbondingAmount: zAmount,
    unbondingCompleteTime: /* @__PURE__ */ z.nullable(zTimestamp)
});

export const zRpcValidator = /* @__PURE__ */ z.object({
    address: zAddress,
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    status: zValidatorStatus,
    uptime: zRatio
});

export const zTopicName = /* @__PURE__ */ z.enum([
    'blocks',
    'transactions',
    'pending_transactions',
    'reorgs',
    'validators',
    'proposals',
    'serial_numbers'
]);

export const zCursor = /* @__PURE__ */ z.string();

export const zSubscriptionId = /* @__PURE__ */ z.string();

export const zCursorFilter = /* @__PURE__ */ z.object({
    after: /* @__PURE__ */ z.optional(zCursor)
});

export const zLiveFilter = /* @__PURE__ */ z.strictObject({});

export const zSubscriptionFilter = /* @__PURE__ */ z.object({
    after: /* @__PURE__ */ z.optional(zCursor),
    address: /* @__PURE__ */ z.optional(zAddress),
    addresses: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.checked(/* @__PURE__ */ z.array(zAddress), /* @__PURE__ */ z.maxLength(10000))),
    type: /* @__PURE__ */ z.optional(zTransactionType)
});

export const zValidatorFilter = /* @__PURE__ */ z.object({
    after: /* @__PURE__ */ z.optional(zCursor),
    address: /* @__PURE__ */ z.optional(zAddress),
    addresses: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.checked(/* @__PURE__ */ z.array(zAddress), /* @__PURE__ */ z.maxLength(10000)))
});

export const zSubscription = /* @__PURE__ */ z.object({
    subscription: zSubscriptionId,
    cursor: /* @__PURE__ */ z.optional(zCursor),
    oldest: /* @__PURE__ */ z.optional(zCursor),
    replaying: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean())
});

export const zAddressChange = /* @__PURE__ */ z.object({
    add: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.checked(/* @__PURE__ */ z.array(zAddress), /* @__PURE__ */ z.maxLength(10000))),
    remove: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.checked(/* @__PURE__ */ z.array(zAddress), /* @__PURE__ */ z.maxLength(10000)))
});

export const zWatchedAddresses = /* @__PURE__ */ z.object({
    addresses: /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0)),
    cursor: zCursor
});

export const zSubscriptionEvent = /* @__PURE__ */ z.object({
    subscription: zSubscriptionId,
    result: /* @__PURE__ */ z.unknown(),
    cursor: /* @__PURE__ */ z.optional(zCursor)
});

export const zRpcNotification = /* @__PURE__ */ z.object({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    method: /* @__PURE__ */ z.literal('chain_subscription'),
    params: zSubscriptionEvent
});

export const zReorg = /* @__PURE__ */ z.object({
    fromHeight: zHeight,
    oldHead: zHash,
    newHead: zHash
});

export const zReorgNotice = /* @__PURE__ */ z.object({
    reorg: zReorg
});

export const zSpentSerialNumber = /* @__PURE__ */ z.object({
    serialNumber: zSerialNumber,
    blockNumber: zHeight
});

export const zDevHead = /* @__PURE__ */ z.object({
    number: zHeight,
    hash: zHash
});

export const zDevFaultKind = /* @__PURE__ */ z.enum([
    'status',
    'delay',
    'stall',
    'drop',
    'duplicate',
    'shuffle'
]);

export const zDevFaultRule = /* @__PURE__ */ z.object({
    path: /* @__PURE__ */ z.string(/* @__PURE__ */ z.maxLength(256)),
    kind: zDevFaultKind,
    probability: zRatio,
    status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(400), /* @__PURE__ */ z.lte(599))),
    delayMs: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(600000)))
});

export const zDevState = /* @__PURE__ */ z.object({
    mode: /* @__PURE__ */ z.enum([
        'interval',
        'on-submit',
        'manual'
    ]),
    seconds: /* @__PURE__ */ z.number(),
    timestamp: zTimestamp,
    snapshots: /* @__PURE__ */ z.array(/* @__PURE__ */ z.string()),
    rules: /* @__PURE__ */ z.array(zDevFaultRule)
});

export const zGetChainInfoResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zChainInfo,
    meta: zMeta
});

export const zGetChainStatsResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zChainStats,
    meta: zMeta
});

export const zListBlocksQuery = /* @__PURE__ */ z.object({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100))),
    order: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum(['asc', 'desc']))
});

export const zListBlocksResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zBlockList,
    meta: zMeta
});

export const zGetBlockPath = /* @__PURE__ */ z.object({
    identifier: /* @__PURE__ */ z.union([
        zHeight,
        zHash
    ])
});

export const zGetBlockResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zBlock,
    meta: zMeta
});

export const zListBlockTransactionsPath = /* @__PURE__ */ z.object({
    number: zHeight
});

export const zListBlockTransactionsQuery = /* @__PURE__ */ z.object({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100)))
});

export const zListBlockTransactionsResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetTransactionPath = /* @__PURE__ */ z.object({
    hash: zHash
});

export const zGetTransactionResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransaction,
    meta: zMeta
});

export const zListTransactionsQuery = /* @__PURE__ */ z.object({
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

export const zListTransactionsResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetAccountPath = /* @__PURE__ */ z.object({
    address: zAddress
});

export const zGetAccountResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zAccount,
    meta: zMeta
});

export const zListAccountTransactionsPath = /* @__PURE__ */ z.object({
    address: zAddress
});

export const zListAccountTransactionsQuery = /* @__PURE__ */ z.object({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100))),
    direction: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'in',
        'out',
        'all'
    ]))
});

export const zListAccountTransactionsResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zListAccountTokensPath = /* @__PURE__ */ z.object({
    address: zAddress
});

export const zListAccountTokensResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zTokenList,
    meta: zMeta
});

export const zGetTokenPath = /* @__PURE__ */ z.object({
    contract: zAddress
});

export const zGetTokenResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zToken,
    meta: zMeta
});

export const zListValidatorsQuery = /* @__PURE__ */ z.object({
    status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'active',
        'inactive',
        'all'
    ])),
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100)))
});

export const zListValidatorsResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zValidatorList,
    meta: zMeta
});

export const zGetValidatorPath = /* @__PURE__ */ z.object({
    address: zAddress
});

export const zGetValidatorResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zValidator,
    meta: zMeta
});

export const zListProposalsQuery = /* @__PURE__ */ z.object({
    status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'active',
        'passed',
        'rejected',
        'all'
    ])),
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(9007199254740991))),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(100)))
});

export const zListProposalsResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zProposalList,
    meta: zMeta
});

export const zGetProposalPath = /* @__PURE__ */ z.object({
    id: zProposalId
});

export const zGetProposalResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zProposalDetail,
    meta: zMeta
});

export const zRequestKeyBody = zKeyRequest;

export const zRequestKeyResponse = /* @__PURE__ */ z.object({
    success: /* @__PURE__ */ z.literal(true),
    data: zIssuedKey,
    meta: zMeta
});

export const zRpcChainGetInfoResponse = zRpcChainInfo;

export const zRpcChainGetBlockByNumberBody = /* @__PURE__ */ z.object({
    blockNumber: zHeight,
    fullTx: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean())
});

export const zRpcChainGetBlockByNumberResponse = /* @__PURE__ */ z.nullable(zRpcBlock);

export const zRpcChainGetBlockByHashBody = /* @__PURE__ */ z.object({
    blockHash: zHash,
    fullTx: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean())
});

export const zRpcChainGetBlockByHashResponse = /* @__PURE__ */ z.nullable(zRpcBlock);

export const zRpcAccountGetBalanceBody = /* @__PURE__ */ z.object({
    address: zAddress,
    blockNumber: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
        zHeight,
        /* @__PURE__ */ z.openSet(['latest'], /* @__PURE__ */ z.pattern(/^(latest|0|[1-9][0-9]{0,15})$/))
    ]))
});

export const zRpcAccountGetBalanceResponse = zRpcBalance;

export const zRpcAccountGetNonceBody = /* @__PURE__ */ z.object({
    address: zAddress
});

export const zRpcAccountGetNonceResponse = zRpcNonce;

export const zRpcTxSendRawTransactionBody = /* @__PURE__ */ z.object({
    signedTx: zHex
});

export const zRpcTxSendRawTransactionResponse = zRpcSubmission;

export const zRpcTxGetTransactionBody = /* @__PURE__ */ z.object({
    txHash: zHash
});

export const zRpcTxGetTransactionResponse = /* @__PURE__ */ z.nullable(zRpcTransaction);

export const zRpcTxGetTransactionReceiptBody = /* @__PURE__ */ z.object({
    txHash: zHash
});

export const zRpcTxGetTransactionReceiptResponse = /* @__PURE__ */ z.nullable(zRpcReceipt);

export const zRpcAlphaGetRecordBody = /* @__PURE__ */ z.object({
    commitment: zCommitment
});

export const zRpcAlphaGetRecordResponse = /* @__PURE__ */ z.nullable(zAlphaRecord);

export const zRpcAlphaGetSerialNumberBody = /* @__PURE__ */ z.object({
    serialNumber: zSerialNumber
});

export const zRpcAlphaGetSerialNumberResponse = zSerialNumberState;

export const zRpcDeltaGetStakeBody = /* @__PURE__ */ z.object({
    address: zAddress
});

export const zRpcDeltaGetStakeResponse = zRpcStake;

export const zRpcDeltaGetValidatorBody = /* @__PURE__ */ z.object({
    address: zAddress
});

export const zRpcDeltaGetValidatorResponse = /* @__PURE__ */ z.nullable(zRpcValidator);

export const zRpcChainSubscribeBody = /* @__PURE__ */ z.object({
    topic: zTopicName,
    filter: /* @__PURE__ */ z.optional(zSubscriptionFilter)
});

export const zRpcChainSubscribeResponse = zSubscription;

export const zRpcChainUpdateSubscriptionBody = /* @__PURE__ */ z.object({
    subscription: zSubscriptionId,
    change: zAddressChange
});

export const zRpcChainUpdateSubscriptionResponse = zWatchedAddresses;

export const zRpcChainUnsubscribeBody = /* @__PURE__ */ z.object({
    subscription: zSubscriptionId
});

export const zRpcChainUnsubscribeResponse = /* @__PURE__ */ z.boolean();

export const zRpcGetBalanceBody = /* @__PURE__ */ z.object({
    address: zAddress
});

export const zRpcGetBalanceResponse = zAmount;

export const zRpcGetTransactionBody = /* @__PURE__ */ z.object({
    txid: zHash
});

export const zRpcGetTransactionResponse = /* @__PURE__ */ z.nullable(zRpcTransaction);

export const zRpcDevGetStateResponse = zDevState;

export const zRpcDevMineBody = /* @__PURE__ */ z.object({
    count: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(1000)))
});

export const zRpcDevMineResponse = zDevHead;

export const zRpcDevSetIntervalBody = /* @__PURE__ */ z.object({
    seconds: /* @__PURE__ */ z.number(/* @__PURE__ */ z.gte(0), /* @__PURE__ */ z.lte(86400))
});

export const zRpcDevSetIntervalResponse = /* @__PURE__ */ z.number();

export const zRpcDevSetTimeBody = /* @__PURE__ */ z.object({
    timestamp: zTimestamp
});

export const zRpcDevSetTimeResponse = zTimestamp;

export const zRpcDevFundBody = /* @__PURE__ */ z.object({
    address: zAddress,
    amount: zAmount
});

export const zRpcDevFundResponse = zRpcSubmission;

export const zRpcDevSnapshotResponse = /* @__PURE__ */ z.string();

export const zRpcDevRevertBody = /* @__PURE__ */ z.object({
    snapshot: /* @__PURE__ */ z.string()
});

export const zRpcDevRevertResponse = zDevHead;

export const zRpcDevReorgBody = /* @__PURE__ */ z.object({
    depth: /* @__PURE__ */ z.int(/* @__PURE__ */ z.gte(1), /* @__PURE__ */ z.lte(1000))
});

export const zRpcDevReorgResponse = zReorg;

export const zRpcDevSetFaultsBody = /* @__PURE__ */ z.object({
    rules: /* @__PURE__ */ z.checked(/* @__PURE__ */ z.array(zDevFaultRule), /* @__PURE__ */ z.maxLength(100))
});

export const zRpcDevSetFaultsResponse = /* @__PURE__ */ z.array(zDevFaultRule);
