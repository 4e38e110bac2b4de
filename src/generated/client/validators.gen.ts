// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from '../../zod/mod.ts';

export const zAmount = z.amountCodec;

export const zHash = /* @__PURE__ */ z.pattern(/^0x[0-9a-fA-F]*$/);

export const zCommitment = /* @__PURE__ */ z.pattern(/^0x[0-9a-fA-F]*$/);

export const zSerialNumber = /* @__PURE__ */ z.pattern(/^0x[0-9a-fA-F]*$/);

export const zHex = /* @__PURE__ */ z.pattern(/^(0x)?[0-9a-fA-F]*$/);

export const zAddress = /* @__PURE__ */ z.pattern(/^(ax1|dx1)/);

export const zHeight = /* @__PURE__ */ z.int();

export const zCounter = /* @__PURE__ */ z.int();

export const zProposalId = /* @__PURE__ */ z.int();

export const zTimestamp = /* @__PURE__ */ z.int();

export const zRatio = /* @__PURE__ */ z.number();

export const zVersion = /* @__PURE__ */ z.pattern(/^[0-9]+(\.[0-9]+)*$/);

export const zChainName = /* @__PURE__ */ z.string();

export const zNetworkName = /* @__PURE__ */ z.string();

export const zTransactionStatus = /* @__PURE__ */ z.string();

export const zTransactionType = /* @__PURE__ */ z.string();

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

export const zTier = /* @__PURE__ */ z.string();

export const zMeta = /* @__PURE__ */ z.looseObject({
    timestamp: zTimestamp,
    requestId: /* @__PURE__ */ z.string()
});

export const zErrorObject = /* @__PURE__ */ z.looseObject({
    code: zErrorCode,
    message: /* @__PURE__ */ z.string()
});

export const zErrorEnvelope = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(false),
    error: zErrorObject,
    meta: zMeta
});

export const zPagination = /* @__PURE__ */ z.looseObject({
    page: zCounter,
    limit: zCounter,
    totalItems: zCounter,
    totalPages: /* @__PURE__ */ z.optional(zCounter)
});

export const zChainInfo = /* @__PURE__ */ z.looseObject({
    chain: zChainName,
    network: zNetworkName,
    version: zVersion,
    blockHeight: zHeight,
    blockTime: /* @__PURE__ */ z.number(),
    totalTransactions: zCounter,
    activeValidators: zCounter
});

export const zChainStats = /* @__PURE__ */ z.looseObject({
    tps: /* @__PURE__ */ z.number(),
    avgBlockTime: /* @__PURE__ */ z.number(),
    totalSupply: zAmount,
    circulatingSupply: zAmount,
    totalStaked: zAmount,
    stakingRatio: zRatio
});

export const zBlockSummary = /* @__PURE__ */ z.looseObject({
    number: zHeight,
    hash: zHash,
    timestamp: zTimestamp,
    txCount: zCounter,
    validator: zAddress
});

export const zBlock = /* @__PURE__ */ z.looseObject({
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

export const zBlockList = /* @__PURE__ */ z.looseObject({
    blocks: /* @__PURE__ */ z.array(zBlockSummary),
    pagination: zPagination
});

export const zTokenAmount = /* @__PURE__ */ z.union([
    /* @__PURE__ */ z.looseObject({
        contract: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        amount: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
            zAmount,
            /* @__PURE__ */ z.unknown()
        ]))
    }),
    /* @__PURE__ */ z.unknown()
]);

export const zTransaction = /* @__PURE__ */ z.looseObject({
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
    token: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
        zTokenAmount,
        /* @__PURE__ */ z.unknown()
    ])),
    serialNumbers: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
    commitments: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown())
});

export const zTransactionList = /* @__PURE__ */ z.union([
    /* @__PURE__ */ z.looseObject({
        transactions: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
            /* @__PURE__ */ z.array(zTransaction),
            /* @__PURE__ */ z.unknown()
        ])),
        pagination: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown())
    }),
    /* @__PURE__ */ z.unknown()
]);

export const zAccount = /* @__PURE__ */ z.looseObject({
    address: zAddress,
    balance: zAmount,
    nonce: zCounter,
    txCount: zCounter,
    isContract: /* @__PURE__ */ z.boolean(),
    firstSeen: zTimestamp,
    lastSeen: zTimestamp
});

export const zToken = /* @__PURE__ */ z.unknown();

export const zTokenBalance = /* @__PURE__ */ z.looseObject({
    contract: zAddress,
    symbol: /* @__PURE__ */ z.string(),
    decimals: zCounter,
    balance: zAmount
});

export const zTokenList = /* @__PURE__ */ z.looseObject({
    tokens: /* @__PURE__ */ z.array(zTokenBalance)
});

export const zValidator = /* @__PURE__ */ z.looseObject({
    address: zAddress,
    name: /* @__PURE__ */ z.string(),
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    uptime: zRatio,
    status: zValidatorStatus
});

export const zValidatorList = /* @__PURE__ */ z.looseObject({
    validators: /* @__PURE__ */ z.array(zValidator),
    pagination: zPagination
});

export const zProposal = /* @__PURE__ */ z.looseObject({
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

export const zProposalDetail = /* @__PURE__ */ z.union([
    /* @__PURE__ */ z.looseObject({
        id: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        title: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        description: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        proposer: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        votesFor: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
            zAmount,
            /* @__PURE__ */ z.unknown()
        ])),
        votesAgainst: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
            zAmount,
            /* @__PURE__ */ z.unknown()
        ])),
        votesAbstain: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
            zAmount,
            /* @__PURE__ */ z.unknown()
        ])),
        startBlock: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        endBlock: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown())
    }),
    /* @__PURE__ */ z.unknown()
]);

export const zProposalList = /* @__PURE__ */ z.looseObject({
    proposals: /* @__PURE__ */ z.array(zProposal),
    pagination: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown())
});

export const zKeyRequest = /* @__PURE__ */ z.looseObject({
    email: /* @__PURE__ */ z.string()
});

export const zIssuedKey = /* @__PURE__ */ z.unknown();

export const zRpcId = /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.union([
    /* @__PURE__ */ z.int(),
    /* @__PURE__ */ z.string(),
    /* @__PURE__ */ z.looseObject({}),
    /* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()),
    /* @__PURE__ */ z.string(),
    /* @__PURE__ */ z.boolean(),
    /* @__PURE__ */ z.null()
]));

export const zRpcRequest = /* @__PURE__ */ z.looseObject({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: /* @__PURE__ */ z.optional(zRpcId),
    method: /* @__PURE__ */ z.string(),
    params: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()))
});

export const zRpcSuccess = /* @__PURE__ */ z.looseObject({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: zRpcId,
    result: /* @__PURE__ */ z.unknown()
});

export const zRpcErrorObject = /* @__PURE__ */ z.looseObject({
    code: /* @__PURE__ */ z.int(),
    message: /* @__PURE__ */ z.string(),
    data: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string())
});

export const zRpcFailure = /* @__PURE__ */ z.looseObject({
    jsonrpc: /* @__PURE__ */ z.literal('2.0'),
    id: zRpcId,
    error: zRpcErrorObject
});

export const zSimplifiedRequest = /* @__PURE__ */ z.looseObject({
    method: /* @__PURE__ */ z.enum(['getBalance', 'getTransaction']),
    params: /* @__PURE__ */ z.array(/* @__PURE__ */ z.string())
});

export const zSimplifiedSuccess = /* @__PURE__ */ z.unknown();

export const zSimplifiedFailure = /* @__PURE__ */ z.unknown();

export const zRpcChainInfo = /* @__PURE__ */ z.looseObject({
    chain: zChainName,
    version: zVersion,
    blockHeight: zHeight,
    networkId: /* @__PURE__ */ z.string(),
    peerCount: zCounter
});

export const zRpcBalance = /* @__PURE__ */ z.looseObject({
    balance: zAmount,
    nonce: zCounter,
    blockNumber: zHeight
});

export const zRpcNonce = /* @__PURE__ */ z.looseObject({
    nonce: zCounter
});

export const zRpcTransactionStatus = /* @__PURE__ */ z.string();

export const zRpcSubmission = /* @__PURE__ */ z.looseObject({
    txHash: zHash,
    status: zRpcTransactionStatus
});

export const zRpcTransaction = /* @__PURE__ */ z.looseObject({
    hash: zHash,
    from: zAddress,
    to: zAddress,
    value: zAmount,
    nonce: zCounter,
    blockNumber: /* @__PURE__ */ z.nullable(zHeight),
    blockHash: /* @__PURE__ */ z.nullable(zHash),
    transactionIndex: /* @__PURE__ */ z.nullable(zCounter),
    status: zRpcTransactionStatus,
    serialNumbers: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
    commitments: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown())
});

export const zRpcBlock = /* @__PURE__ */ z.looseObject({
    number: zHeight,
    hash: zHash,
    parentHash: zHash,
    timestamp: zTimestamp,
    transactions: /* @__PURE__ */ z.array(/* @__PURE__ */ z.union([
        zHash,
        zRpcTransaction,
        /* @__PURE__ */ z.looseObject({}),
        /* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()),
        /* @__PURE__ */ z.number(),
        /* @__PURE__ */ z.boolean(),
        /* @__PURE__ */ z.null()
    ])),
    stateRoot: zHash,
    receiptsRoot: zHash
});

export const zReceiptStatus = /* @__PURE__ */ z.int();

export const zRpcLogData = /* @__PURE__ */ z.unknown();

export const zRpcLog = /* @__PURE__ */ z.unknown();

export const zRpcReceipt = /* @__PURE__ */ z.looseObject({
    transactionHash: zHash,
    blockNumber: zHeight,
    blockHash: zHash,
    status: zReceiptStatus,
    gasUsed: zAmount,
    logs: /* @__PURE__ */ z.array(zRpcLog)
});

export const zAlphaRecord = /* @__PURE__ */ z.union([
    /* @__PURE__ */ z.looseObject({
        commitment: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        transactionHash: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.unknown()),
        blockNumber: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        index: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
        value: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
            zAmount,
            /* @__PURE__ */ z.unknown()
        ])),
        owner: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown())
    }),
    /* @__PURE__ */ z.unknown()
]);

export const zSerialNumberState = /* @__PURE__ */ z.looseObject({
    spent: /* @__PURE__ */ z.boolean(),
    blockNumber: /* @__PURE__ */ z.nullable(zHeight)
});

export const zRpcStake = /* @__PURE__ */ z.looseObject({
    stakedAmount: zAmount,
    delegatedTo: /* @__PURE__ */ z.nullable(zAddress),
    rewards: zAmount,
    unbondingAmount: zAmount,
    unbondingCompleteTime: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.union([
        zTimestamp,
        /* @__PURE__ */ z.looseObject({}),
        /* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()),
        /* @__PURE__ */ z.string(),
        /* @__PURE__ */ z.number(),
        /* @__PURE__ */ z.boolean()
    ]))
});

export const zRpcValidator = /* @__PURE__ */ z.looseObject({
    address: zAddress,
    stake: zAmount,
    delegatedStake: zAmount,
    commission: zRatio,
    status: zValidatorStatus,
    uptime: zRatio
});

export const zTopicName = /* @__PURE__ */ z.string();

export const zCursor = /* @__PURE__ */ z.string();

export const zSubscriptionId = /* @__PURE__ */ z.string();

export const zCursorFilter = /* @__PURE__ */ z.unknown();

export const zLiveFilter = /* @__PURE__ */ z.unknown();

export const zSubscriptionFilter = /* @__PURE__ */ z.unknown();

export const zValidatorFilter = /* @__PURE__ */ z.unknown();

export const zSubscription = /* @__PURE__ */ z.unknown();

export const zAddressChange = /* @__PURE__ */ z.unknown();

export const zWatchedAddresses = /* @__PURE__ */ z.unknown();

export const zSubscriptionEvent = /* @__PURE__ */ z.unknown();

export const zRpcNotification = /* @__PURE__ */ z.unknown();

export const zReorg = /* @__PURE__ */ z.unknown();

export const zReorgNotice = /* @__PURE__ */ z.unknown();

export const zSpentSerialNumber = /* @__PURE__ */ z.unknown();

export const zDevHead = /* @__PURE__ */ z.unknown();

export const zDevFaultKind = /* @__PURE__ */ z.string();

export const zDevFaultRule = /* @__PURE__ */ z.unknown();

export const zDevState = /* @__PURE__ */ z.unknown();

export const zGetChainInfoResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zChainInfo,
    meta: zMeta
});

export const zGetChainStatsResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zChainStats,
    meta: zMeta
});

export const zListBlocksQuery = /* @__PURE__ */ z.looseObject({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int()),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.lte(100))),
    order: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum(['asc', 'desc']))
});

export const zListBlocksResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zBlockList,
    meta: zMeta
});

export const zGetBlockPath = /* @__PURE__ */ z.looseObject({
    identifier: /* @__PURE__ */ z.union([
        zHeight,
        zHash
    ])
});

export const zGetBlockResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zBlock,
    meta: zMeta
});

export const zListBlockTransactionsPath = /* @__PURE__ */ z.looseObject({
    number: zHeight
});

export const zListBlockTransactionsQuery = /* @__PURE__ */ z.looseObject({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int()),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.lte(100)))
});

export const zListBlockTransactionsResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetTransactionPath = /* @__PURE__ */ z.looseObject({
    hash: zHash
});

export const zGetTransactionResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransaction,
    meta: zMeta
});

export const zListTransactionsQuery = /* @__PURE__ */ z.looseObject({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int()),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int(/* @__PURE__ */ z.lte(100))),
    type: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string()),
    address: /* @__PURE__ */ z.optional(zAddress)
});

export const zListTransactionsResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetAccountPath = /* @__PURE__ */ z.looseObject({
    address: zAddress
});

export const zGetAccountResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zAccount,
    meta: zMeta
});

export const zListAccountTransactionsPath = /* @__PURE__ */ z.looseObject({
    address: zAddress
});

export const zListAccountTransactionsQuery = /* @__PURE__ */ z.looseObject({
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int()),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int()),
    direction: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'in',
        'out',
        'all'
    ]))
});

export const zListAccountTransactionsResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zListAccountTokensPath = /* @__PURE__ */ z.looseObject({
    address: zAddress
});

export const zListAccountTokensResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zTokenList,
    meta: zMeta
});

export const zGetTokenPath = /* @__PURE__ */ z.looseObject({
    contract: zAddress
});

export const zGetTokenResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zToken,
    meta: zMeta
});

export const zListValidatorsQuery = /* @__PURE__ */ z.looseObject({
    status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'active',
        'inactive',
        'all'
    ])),
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int()),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int())
});

export const zListValidatorsResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zValidatorList,
    meta: zMeta
});

export const zGetValidatorPath = /* @__PURE__ */ z.looseObject({
    address: zAddress
});

export const zGetValidatorResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zValidator,
    meta: zMeta
});

export const zListProposalsQuery = /* @__PURE__ */ z.looseObject({
    status: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum([
        'active',
        'passed',
        'rejected',
        'all'
    ])),
    page: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int()),
    limit: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.int())
});

export const zListProposalsResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zProposalList,
    meta: zMeta
});

export const zGetProposalPath = /* @__PURE__ */ z.looseObject({
    id: zProposalId
});

export const zGetProposalResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zProposalDetail,
    meta: zMeta
});

export const zRequestKeyBody = zKeyRequest;

export const zRequestKeyResponse = /* @__PURE__ */ z.looseObject({
    success: /* @__PURE__ */ z.literal(true),
    data: zIssuedKey,
    meta: zMeta
});

export const zRpcChainGetInfoResponse = zRpcChainInfo;

export const zRpcChainGetBlockByNumberBody = /* @__PURE__ */ z.looseObject({
    blockNumber: zHeight,
    fullTx: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean())
});

export const zRpcChainGetBlockByNumberResponse = /* @__PURE__ */ z.nullable(zRpcBlock);

export const zRpcChainGetBlockByHashBody = /* @__PURE__ */ z.looseObject({
    blockHash: zHash,
    fullTx: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean())
});

export const zRpcChainGetBlockByHashResponse = /* @__PURE__ */ z.nullable(zRpcBlock);

export const zRpcAccountGetBalanceBody = /* @__PURE__ */ z.looseObject({
    address: zAddress,
    blockNumber: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.union([
        zHeight,
        /* @__PURE__ */ z.string()
    ]))
});

export const zRpcAccountGetBalanceResponse = zRpcBalance;

export const zRpcAccountGetNonceBody = /* @__PURE__ */ z.looseObject({
    address: zAddress
});

export const zRpcAccountGetNonceResponse = zRpcNonce;

export const zRpcTxSendRawTransactionBody = /* @__PURE__ */ z.looseObject({
    signedTx: zHex
});

export const zRpcTxSendRawTransactionResponse = zRpcSubmission;

export const zRpcTxGetTransactionBody = /* @__PURE__ */ z.looseObject({
    txHash: zHash
});

export const zRpcTxGetTransactionResponse = /* @__PURE__ */ z.nullable(zRpcTransaction);

export const zRpcTxGetTransactionReceiptBody = /* @__PURE__ */ z.looseObject({
    txHash: zHash
});

export const zRpcTxGetTransactionReceiptResponse = /* @__PURE__ */ z.nullable(zRpcReceipt);

export const zRpcAlphaGetRecordBody = /* @__PURE__ */ z.looseObject({
    commitment: zCommitment
});

export const zRpcAlphaGetRecordResponse = /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.union([
    zAlphaRecord,
    /* @__PURE__ */ z.looseObject({}),
    /* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()),
    /* @__PURE__ */ z.string(),
    /* @__PURE__ */ z.number(),
    /* @__PURE__ */ z.boolean(),
    /* @__PURE__ */ z.null()
]));

export const zRpcAlphaGetSerialNumberBody = /* @__PURE__ */ z.looseObject({
    serialNumber: zSerialNumber
});

export const zRpcAlphaGetSerialNumberResponse = zSerialNumberState;

export const zRpcDeltaGetStakeBody = /* @__PURE__ */ z.looseObject({
    address: zAddress
});

export const zRpcDeltaGetStakeResponse = zRpcStake;

export const zRpcDeltaGetValidatorBody = /* @__PURE__ */ z.looseObject({
    address: zAddress
});

export const zRpcDeltaGetValidatorResponse = /* @__PURE__ */ z.nullable(zRpcValidator);

export const zRpcChainSubscribeBody = /* @__PURE__ */ z.looseObject({
    topic: zTopicName,
    filter: /* @__PURE__ */ z.optional(zSubscriptionFilter)
});

export const zRpcChainSubscribeResponse = zSubscription;

export const zRpcChainUpdateSubscriptionBody = /* @__PURE__ */ z.looseObject({
    subscription: zSubscriptionId,
    change: zAddressChange
});

export const zRpcChainUpdateSubscriptionResponse = zWatchedAddresses;

export const zRpcChainUnsubscribeBody = /* @__PURE__ */ z.looseObject({
    subscription: zSubscriptionId
});

export const zRpcChainUnsubscribeResponse = /* @__PURE__ */ z.boolean();

export const zRpcGetBalanceBody = /* @__PURE__ */ z.looseObject({
    address: zAddress
});

export const zRpcGetBalanceResponse = zAmount;

export const zRpcGetTransactionBody = /* @__PURE__ */ z.looseObject({
    txid: zHash
});

export const zRpcGetTransactionResponse = /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.union([
    zRpcTransaction,
    /* @__PURE__ */ z.looseObject({}),
    /* @__PURE__ */ z.array(/* @__PURE__ */ z.unknown()),
    /* @__PURE__ */ z.string(),
    /* @__PURE__ */ z.number(),
    /* @__PURE__ */ z.boolean(),
    /* @__PURE__ */ z.null()
]));
