// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from 'zod/mini';

export const zAmount = z.string().check(z.regex(/^(0|[1-9][0-9]*)$/), z.regex(/^-?[0-9]+$/));

export const zHash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));

export const zCommitment = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));

export const zSerialNumber = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));

export const zHex = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/));

export const zAddress = z.string().check(z.regex(/^(ax|dx)1[02-9ac-hj-np-z]{38}$/));

export const zHeight = z.int().check(z.gte(0), z.lte(9007199254740991));

export const zCounter = z.int().check(z.gte(0), z.lte(9007199254740991));

export const zProposalId = z.int().check(z.gte(0), z.lte(9007199254740991));

export const zTimestamp = z.int().check(z.gte(0), z.lte(9007199254740991));

export const zRatio = z.number().check(z.gte(0), z.lte(1));

export const zVersion = z.string().check(z.regex(/^[0-9]+(\.[0-9]+)*$/));

export const zChainName = z.enum(['alpha', 'delta']);

export const zNetworkName = z.enum(['mainnet', 'testnet']);

export const zTransactionStatus = z.enum(['success', 'failed']);

export const zTransactionType = z.enum([
    'transfer',
    'token_transfer',
    'delegate',
    'undelegate',
    'claim_rewards',
    'propose',
    'vote'
]);

export const zValidatorStatus = z.enum(['active', 'inactive']);

export const zProposalStatus = z.enum([
    'active',
    'passed',
    'rejected'
]);

export const zErrorCode = z.enum([
    'NOT_FOUND',
    'INVALID_PARAM',
    'RATE_LIMITED',
    'INTERNAL_ERROR'
]);

export const zTier = z.enum([
    'Public',
    'Registered',
    'Enterprise'
]);

export const zMeta = z.object({
    timestamp: zTimestamp,
    requestId: z.string()
});

export const zErrorObject = z.object({
    code: zErrorCode,
    message: z.string()
});

export const zErrorEnvelope = z.object({
    success: z.literal(false),
    error: zErrorObject,
    meta: zMeta
});

export const zPagination = z.object({
    page: zCounter,
    limit: zCounter,
    totalItems: zCounter,
    totalPages: z.optional(zCounter)
});

export const zChainInfo = z.object({
    chain: zChainName,
    network: zNetworkName,
    version: zVersion,
    blockHeight: zHeight,
    blockTime: z.number().check(z.gte(0)),
    totalTransactions: zCounter,
    activeValidators: zCounter
});

export const zChainStats = z.object({
    tps: z.number().check(z.gte(0)),
    avgBlockTime: z.number().check(z.gte(0)),
    totalSupply: zAmount,
    circulatingSupply: zAmount,
    totalStaked: zAmount,
    stakingRatio: zRatio
});

export const zBlockSummary = z.object({
    number: zHeight,
    hash: zHash,
    timestamp: zTimestamp,
    txCount: zCounter,
    validator: zAddress
});

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

export const zBlockList = z.object({
    blocks: z.array(zBlockSummary),
    pagination: zPagination
});

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

export const zTransactionList = z.object({
    transactions: z.array(zTransaction),
    pagination: zPagination
});

export const zAccount = z.object({
    address: zAddress,
    balance: zAmount,
    nonce: zCounter,
    txCount: zCounter,
    isContract: z.boolean(),
    firstSeen: zTimestamp,
    lastSeen: zTimestamp
});

export const zTokenBalance = z.object({
    contract: zAddress,
    symbol: z.string(),
    decimals: zCounter,
    balance: zAmount
});

export const zTokenList = z.object({
    tokens: z.array(zTokenBalance)
});

export const zValidator = z.object({
    address: zAddress,
    name: z.string(),
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    uptime: zRatio,
    status: zValidatorStatus
});

export const zValidatorList = z.object({
    validators: z.array(zValidator),
    pagination: zPagination
});

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

export const zProposalList = z.object({
    proposals: z.array(zProposal),
    pagination: zPagination
});

export const zKeyRequest = z.object({
    email: z.string().check(z.maxLength(254), z.regex(/^[^@\s\p{C}]{1,64}@([^.@\s\p{C}]+\.)+[^.@\s\p{C}]+$/u))
});

export const zIssuedKey = z.object({
    apiKey: z.string(),
    tier: zTier,
    email: z.string()
});

export const zRpcId = z.nullable(z.union([
    z.int().check(z.gte(-9007199254740991), z.lte(9007199254740991)),
    z.string().check(z.maxLength(128))
]));

export const zRpcRequest = z.object({
    jsonrpc: z.literal('2.0'),
    id: z.optional(zRpcId),
    method: z.string(),
    params: z.optional(z.array(z.unknown()))
});

export const zRpcSuccess = z.object({
    jsonrpc: z.literal('2.0'),
    id: zRpcId,
    result: z.unknown()
});

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

export const zRpcFailure = z.object({
    jsonrpc: z.literal('2.0'),
    id: zRpcId,
    error: zRpcErrorObject
});

export const zSimplifiedRequest = z.object({
    method: z.enum(['getBalance', 'getTransaction']),
    params: z.array(z.string())
});

export const zSimplifiedSuccess = z.object({
    result: z.unknown()
});

export const zSimplifiedFailure = z.object({
    error: zRpcErrorObject
});

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

export const zRpcBalance = z.object({
    balance: zAmount,
    nonce: zCounter,
    blockNumber: zHeight
});

export const zRpcNonce = z.object({
    nonce: zCounter
});

export const zRpcTransactionStatus = z.enum([
    'pending',
    'confirmed',
    'failed'
]);

export const zRpcSubmission = z.object({
    txHash: zHash,
    status: zRpcTransactionStatus
});

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

export const zReceiptStatus = z.union([z.literal(1), z.literal(0)]);

export const zRpcLogData = z.record(z.string(), z.string());

export const zRpcLog = z.object({
    index: zCounter,
    address: zAddress,
    event: z.string(),
    data: zRpcLogData
});

export const zRpcReceipt = z.object({
    transactionHash: zHash,
    blockNumber: zHeight,
    blockHash: zHash,
    status: zReceiptStatus,
    gasUsed: zAmount,
    logs: z.array(zRpcLog)
});

export const zAlphaRecord = z.object({
    commitment: zCommitment,
    transactionHash: z.nullable(zHash),
    blockNumber: zHeight,
    index: zCounter,
    value: zAmount,
    owner: zAddress
});

export const zSerialNumberState = z.object({
    spent: z.boolean(),
    blockNumber: z.nullable(zHeight)
});

export const zRpcStake = z.object({
    stakedAmount: zAmount,
    delegatedTo: z.nullable(zAddress),
    rewards: zAmount,
    unbondingAmount: zAmount,
    unbondingCompleteTime: z.nullable(zTimestamp)
});

export const zRpcValidator = z.object({
    address: zAddress,
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    status: zValidatorStatus,
    uptime: zRatio
});

export const zTopicName = z.enum([
    'blocks',
    'transactions',
    'pending_transactions',
    'reorgs',
    'validators',
    'proposals',
    'serial_numbers'
]);

export const zCursor = z.string();

export const zSubscriptionId = z.string();

export const zCursorFilter = z.object({
    after: z.optional(zCursor)
});

export const zSubscriptionFilter = z.object({
    after: z.optional(zCursor),
    address: z.optional(zAddress),
    type: z.optional(zTransactionType)
});

export const zValidatorFilter = z.object({
    after: z.optional(zCursor),
    address: z.optional(zAddress)
});

export const zSubscription = z.object({
    subscription: zSubscriptionId,
    cursor: zCursor
});

export const zSubscriptionEvent = z.object({
    subscription: zSubscriptionId,
    result: z.unknown(),
    cursor: zCursor
});

export const zRpcNotification = z.object({
    jsonrpc: z.literal('2.0'),
    method: z.literal('chain_subscription'),
    params: zSubscriptionEvent
});

export const zReorg = z.object({
    fromHeight: zHeight,
    oldHead: zHash,
    newHead: zHash
});

export const zReorgNotice = z.object({
    reorg: zReorg
});

export const zSpentSerialNumber = z.object({
    serialNumber: zSerialNumber,
    blockNumber: zHeight
});

export const zDevHead = z.object({
    number: zHeight,
    hash: zHash
});

export const zDevFaultKind = z.enum([
    'status',
    'delay',
    'stall',
    'drop',
    'duplicate',
    'shuffle'
]);

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
