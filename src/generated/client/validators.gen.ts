// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import { amountCodec } from './codecs.gen.ts';
import * as z from '../../checks/mod.ts';

/**
 * Amount in base units, as a decimal integer. Gas is counted in gas units, votes by stake in base units.
 */
export const zAmount = amountCodec;

/**
 * Hash or root of 32 bytes, lower-case hex with 0x.
 */
export const zHash = z.checked(z.string(), z.regex(/^0x[0-9a-fA-F]*$/));

/**
 * Commitment that identifies a record of alpha. 32 bytes, lower-case hex with 0x.
 */
export const zCommitment = z.checked(z.string(), z.regex(/^0x[0-9a-fA-F]*$/));

/**
 * Serial number that marks a record of alpha as spent. 32 bytes, lower-case hex with 0x.
 */
export const zSerialNumber = z.checked(z.string(), z.regex(/^0x[0-9a-fA-F]*$/));

/**
 * Bytes in hex with 0x.
 */
export const zHex = z.checked(z.string(), z.regex(/^(0x)?[0-9a-fA-F]*$/));

/**
 * Address of an account: ax1… on alpha, dx1… on delta. Lower-case bech32m of 20 bytes with a valid checksum, 41 characters.
 */
export const zAddress = z.checked(z.string(), z.regex(/^(ax1|dx1)/));

/**
 * Block height, which is also the block's number.
 */
export const zHeight = z.int();

/**
 * Count, index or nonce.
 */
export const zCounter = z.int();

/**
 * Id of a governance proposal.
 */
export const zProposalId = z.int();

/**
 * Moment in whole Unix seconds.
 */
export const zTimestamp = z.int();

/**
 * Ratio from 0 to 1.
 */
export const zRatio = z.number();

/**
 * Version in dotted numeric form.
 */
export const zVersion = z.checked(z.string(), z.regex(/^[0-9]+(\.[0-9]+)*$/));

/**
 * Name of a chain.
 */
export const zChainName = z.string();

/**
 * Name of a network.
 */
export const zNetworkName = z.string();

/**
 * success: executed. failed: in a block and charged for gas, without any other effect.
 */
export const zTransactionStatus = z.string();

/**
 * What a transaction does. alpha has transfer alone; x-values-by-chain lists the values of each chain.
 */
export const zTransactionType = z.string();

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
export const zTier = z.string();

/**
 * Facts about the answer itself.
 */
export const zMeta = z.looseObject({
    timestamp: zTimestamp,
    requestId: z.string()
});

/**
 * What went wrong.
 */
export const zErrorObject = z.looseObject({
    code: zErrorCode,
    message: z.string()
});

/**
 * Every failure is answered with this.
 */
export const zErrorEnvelope = z.looseObject({
    success: z.literal(false),
    error: zErrorObject,
    meta: zMeta
});

/**
 * Where a page stands in its list.
 */
export const zPagination = z.looseObject({
    page: zCounter,
    limit: zCounter,
    totalItems: zCounter,
    totalPages: z.optional(zCounter)
});

/**
 * State of the chain.
 */
export const zChainInfo = z.looseObject({
    chain: zChainName,
    network: zNetworkName,
    version: zVersion,
    blockHeight: zHeight,
    blockTime: z.number(),
    totalTransactions: zCounter,
    activeValidators: zCounter
});

/**
 * Figures of the chain.
 */
export const zChainStats = z.looseObject({
    tps: z.number(),
    avgBlockTime: z.number(),
    totalSupply: zAmount,
    circulatingSupply: zAmount,
    totalStaked: zAmount,
    stakingRatio: zRatio
});

/**
 * A block in short.
 */
export const zBlockSummary = z.looseObject({
    number: zHeight,
    hash: zHash,
    timestamp: zTimestamp,
    txCount: zCounter,
    validator: zAddress
});

/**
 * A block in full, without its transactions.
 */
export const zBlock = z.looseObject({
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
export const zBlockList = z.looseObject({
    blocks: z.array(zBlockSummary),
    pagination: zPagination
});

/**
 * A transaction that is in a block.
 */
export const zTransaction = z.looseObject({
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
    serialNumbers: z.optional(z.union([
        z.array(zSerialNumber),
        z.unknown()
    ])),
    commitments: z.optional(z.union([
        z.array(zCommitment),
        z.unknown()
    ]))
});

export const zTransactionList = z.union([
    z.looseObject({
        transactions: z.optional(z.union([
            z.array(zTransaction),
            z.unknown()
        ])),
        pagination: z.optional(z.union([
            zPagination,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

/**
 * An account.
 */
export const zAccount = z.looseObject({
    address: zAddress,
    balance: zAmount,
    nonce: zCounter,
    txCount: zCounter,
    isContract: z.boolean(),
    firstSeen: zTimestamp,
    lastSeen: zTimestamp
});

/**
 * What an account holds of one token.
 */
export const zTokenBalance = z.looseObject({
    contract: zAddress,
    symbol: z.string(),
    decimals: zCounter,
    balance: zAmount
});

/**
 * The tokens of an account.
 */
export const zTokenList = z.looseObject({
    tokens: z.array(zTokenBalance)
});

/**
 * A validator of delta.
 */
export const zValidator = z.looseObject({
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
export const zValidatorList = z.looseObject({
    validators: z.array(zValidator),
    pagination: zPagination
});

/**
 * A governance proposal of delta.
 */
export const zProposal = z.looseObject({
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

export const zProposalDetail = z.union([
    z.looseObject({
        id: z.optional(z.union([
            zProposalId,
            z.unknown()
        ])),
        title: z.optional(z.union([
            z.string(),
            z.unknown()
        ])),
        description: z.optional(z.union([
            z.string(),
            z.unknown()
        ])),
        proposer: z.optional(z.union([
            zAddress,
            z.unknown()
        ])),
        status: z.optional(z.union([
            zProposalStatus,
            z.unknown()
        ])),
        votesFor: z.optional(z.union([
            zAmount,
            z.unknown()
        ])),
        votesAgainst: z.optional(z.union([
            zAmount,
            z.unknown()
        ])),
        votesAbstain: z.optional(z.union([
            zAmount,
            z.unknown()
        ])),
        startBlock: z.optional(z.union([
            zHeight,
            z.unknown()
        ])),
        endBlock: z.optional(z.union([
            zHeight,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

/**
 * A page of governance proposals.
 */
export const zProposalList = z.looseObject({
    proposals: z.array(zProposal),
    pagination: z.optional(z.union([
        zPagination,
        z.unknown()
    ]))
});

/**
 * Request for an API key.
 */
export const zKeyRequest = z.looseObject({
    email: z.string()
});

export const zIssuedKey = z.union([
    z.looseObject({
        apiKey: z.optional(z.union([
            z.string(),
            z.unknown()
        ])),
        tier: z.optional(z.union([
            zTier,
            z.unknown()
        ])),
        email: z.optional(z.union([
            z.string(),
            z.unknown()
        ]))
    }),
    z.unknown()
]);

/**
 * Id that pairs an answer with its request. An integer within ±(2^53 - 1), a string of at most 128 characters or null.
 */
export const zRpcId = z.nullable(z.union([
    z.int(),
    z.string(),
    z.union([
        z.record(z.string(), z.unknown()),
        z.array(z.unknown()),
        z.string(),
        z.boolean()
    ])
]));

/**
 * A JSON-RPC request. Without id it is a notification and never answered.
 */
export const zRpcRequest = z.looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.optional(zRpcId),
    method: z.string(),
    params: z.optional(z.array(z.unknown()))
});

/**
 * Answer to a call that succeeded.
 */
export const zRpcSuccess = z.looseObject({
    jsonrpc: z.literal('2.0'),
    id: zRpcId,
    result: z.unknown()
});

/**
 * What went wrong.
 */
export const zRpcErrorObject = z.looseObject({
    code: z.int(),
    message: z.string(),
    data: z.optional(z.string())
});

/**
 * Answer to a call that failed. The id is null when it could not be read.
 */
export const zRpcFailure = z.looseObject({
    jsonrpc: z.literal('2.0'),
    id: zRpcId,
    error: zRpcErrorObject
});

/**
 * A call in the simplified form.
 */
export const zSimplifiedRequest = z.looseObject({
    method: z.enum(['getBalance', 'getTransaction']),
    params: z.array(z.string())
});

export const zSimplifiedSuccess = z.union([
    z.looseObject({
        result: z.optional(z.unknown())
    }),
    z.unknown()
]);

export const zSimplifiedFailure = z.union([
    z.looseObject({
        error: z.optional(z.union([
            zRpcErrorObject,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

/**
 * State of the chain.
 */
export const zRpcChainInfo = z.looseObject({
    chain: zChainName,
    version: zVersion,
    blockHeight: zHeight,
    networkId: z.string(),
    peerCount: zCounter
});

/**
 * Balance and nonce of an account as of a block.
 */
export const zRpcBalance = z.looseObject({
    balance: zAmount,
    nonce: zCounter,
    blockNumber: zHeight
});

/**
 * Next nonce of an account.
 */
export const zRpcNonce = z.looseObject({
    nonce: zCounter
});

/**
 * pending: in the mempool. confirmed: in a block and executed. failed: in a block and charged for gas, without any other effect.
 */
export const zRpcTransactionStatus = z.string();

/**
 * A submitted transaction.
 */
export const zRpcSubmission = z.looseObject({
    txHash: zHash,
    status: zRpcTransactionStatus
});

/**
 * A transaction that is in a block or pending.
 */
export const zRpcTransaction = z.looseObject({
    hash: zHash,
    from: zAddress,
    to: zAddress,
    value: zAmount,
    nonce: zCounter,
    blockNumber: z.nullable(zHeight),
    blockHash: z.nullable(zHash),
    transactionIndex: z.nullable(zCounter),
    status: zRpcTransactionStatus,
    serialNumbers: z.optional(z.union([
        z.array(zSerialNumber),
        z.unknown()
    ])),
    commitments: z.optional(z.union([
        z.array(zCommitment),
        z.unknown()
    ]))
});

/**
 * A block.
 */
export const zRpcBlock = z.looseObject({
    number: zHeight,
    hash: zHash,
    parentHash: zHash,
    timestamp: zTimestamp,
    transactions: z.array(z.union([
        zHash,
        zRpcTransaction,
        z.nullable(z.union([
            z.record(z.string(), z.unknown()),
            z.array(z.unknown()),
            z.number(),
            z.boolean()
        ]))
    ])),
    stateRoot: zHash,
    receiptsRoot: zHash
});

/**
 * 1: executed. 0: failed, charged for gas without any other effect.
 */
export const zReceiptStatus = z.int();

export const zRpcLogData = z.union([
    z.record(z.string(), z.string()),
    z.unknown()
]);

export const zRpcLog = z.union([
    z.looseObject({
        index: z.optional(z.union([
            zCounter,
            z.unknown()
        ])),
        address: z.optional(z.union([
            zAddress,
            z.unknown()
        ])),
        event: z.optional(z.union([
            z.string(),
            z.unknown()
        ])),
        data: z.optional(z.union([
            zRpcLogData,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

/**
 * What a confirmed transaction did.
 */
export const zRpcReceipt = z.looseObject({
    transactionHash: zHash,
    blockNumber: zHeight,
    blockHash: zHash,
    status: zReceiptStatus,
    gasUsed: zAmount,
    logs: z.array(zRpcLog)
});

export const zAlphaRecord = z.union([
    z.looseObject({
        commitment: z.optional(z.union([
            zCommitment,
            z.unknown()
        ])),
        transactionHash: z.nullish(z.union([
            zHash,
            z.unknown()
        ])),
        blockNumber: z.optional(z.union([
            zHeight,
            z.unknown()
        ])),
        index: z.optional(z.union([
            zCounter,
            z.unknown()
        ])),
        value: z.optional(z.union([
            zAmount,
            z.unknown()
        ])),
        owner: z.optional(z.union([
            zAddress,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

/**
 * State of a serial number of alpha.
 */
export const zSerialNumberState = z.looseObject({
    spent: z.boolean(),
    blockNumber: z.nullable(zHeight)
});

/**
 * Stake of an address on delta.
 */
export const zRpcStake = z.looseObject({
    stakedAmount: zAmount,
    delegatedTo: z.nullable(zAddress),
    rewards: zAmount,
    unbondingAmount: zAmount,
    unbondingCompleteTime: z.nullable(z.union([
        zTimestamp,
        z.union([
            z.record(z.string(), z.unknown()),
            z.array(z.unknown()),
            z.string(),
            z.number(),
            z.boolean()
        ])
    ]))
});

/**
 * A validator of delta.
 */
export const zRpcValidator = z.looseObject({
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
export const zTopicName = z.string();

/**
 * Place in the event log. Opaque: keep it and send it back as it is.
 */
export const zCursor = z.string();

/**
 * Id of a subscription of this connection.
 */
export const zSubscriptionId = z.string();

export const zCursorFilter = z.union([
    z.looseObject({
        after: z.optional(z.union([
            zCursor,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

export const zSubscriptionFilter = z.union([
    z.looseObject({
        after: z.optional(z.union([
            zCursor,
            z.unknown()
        ])),
        address: z.optional(z.union([
            zAddress,
            z.unknown()
        ])),
        type: z.optional(z.union([
            zTransactionType,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

export const zSubscription = z.union([
    z.looseObject({
        subscription: z.optional(z.union([
            zSubscriptionId,
            z.unknown()
        ])),
        cursor: z.optional(z.union([
            zCursor,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

export const zSubscriptionEvent = z.union([
    z.looseObject({
        subscription: z.optional(z.union([
            zSubscriptionId,
            z.unknown()
        ])),
        result: z.optional(z.unknown()),
        cursor: z.optional(z.union([
            zCursor,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

export const zRpcNotification = z.union([
    z.looseObject({
        jsonrpc: z.optional(z.union([
            z.literal('2.0'),
            z.unknown()
        ])),
        method: z.optional(z.union([
            z.literal('chain_subscription'),
            z.unknown()
        ])),
        params: z.optional(z.union([
            zSubscriptionEvent,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

export const zReorg = z.union([
    z.looseObject({
        fromHeight: z.optional(z.union([
            zHeight,
            z.unknown()
        ])),
        oldHead: z.optional(z.union([
            zHash,
            z.unknown()
        ])),
        newHead: z.optional(z.union([
            zHash,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

export const zReorgNotice = z.union([
    z.looseObject({
        reorg: z.optional(z.union([
            zReorg,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

export const zSpentSerialNumber = z.union([
    z.looseObject({
        serialNumber: z.optional(z.union([
            zSerialNumber,
            z.unknown()
        ])),
        blockNumber: z.optional(z.union([
            zHeight,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

export const zDevHead = z.union([
    z.looseObject({
        number: z.optional(z.union([
            zHeight,
            z.unknown()
        ])),
        hash: z.optional(z.union([
            zHash,
            z.unknown()
        ]))
    }),
    z.unknown()
]);

/**
 * status: answer with an HTTP status, without handling the request. REST errors keep their envelope; JSON-RPC knows 400, 413 and 429, and any other status is an HTML page there, as proxies send it. delay: answer late. stall: begin the answer and never end it. drop: close the connection, by a further draw before the request is handled or in the middle of its answer. duplicate: repeat one of the replies to a batch. shuffle: send the replies to a batch in another order.
 */
export const zDevFaultKind = z.string();

export const zDevFaultRule = z.union([
    z.looseObject({
        path: z.optional(z.union([
            z.string(),
            z.unknown()
        ])),
        kind: z.optional(z.union([
            zDevFaultKind,
            z.unknown()
        ])),
        probability: z.optional(z.union([
            zRatio,
            z.unknown()
        ])),
        status: z.optional(z.union([
            z.int(),
            z.unknown()
        ])),
        delayMs: z.optional(z.union([
            z.int(),
            z.unknown()
        ]))
    }),
    z.unknown()
]);

/**
 * Get the state of the chain
 */
export const zGetChainInfoResponse = z.looseObject({
    success: z.literal(true),
    data: zChainInfo,
    meta: zMeta
});

/**
 * Get figures of the chain
 */
export const zGetChainStatsResponse = z.looseObject({
    success: z.literal(true),
    data: zChainStats,
    meta: zMeta
});

export const zListBlocksQuery = z.looseObject({
    page: z.optional(z.int()),
    limit: z.optional(z.checked(z.int(), z.lte(100))),
    order: z.optional(z.enum(['asc', 'desc']))
});

/**
 * List blocks
 */
export const zListBlocksResponse = z.looseObject({
    success: z.literal(true),
    data: zBlockList,
    meta: zMeta
});

export const zGetBlockPath = z.looseObject({
    identifier: z.union([
        zHeight,
        zHash
    ])
});

/**
 * Get a block
 */
export const zGetBlockResponse = z.looseObject({
    success: z.literal(true),
    data: zBlock,
    meta: zMeta
});

export const zListBlockTransactionsPath = z.looseObject({
    number: zHeight
});

export const zListBlockTransactionsQuery = z.looseObject({
    page: z.optional(z.int()),
    limit: z.optional(z.checked(z.int(), z.lte(100)))
});

/**
 * List the transactions of a block
 */
export const zListBlockTransactionsResponse = z.looseObject({
    success: z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetTransactionPath = z.looseObject({
    hash: zHash
});

/**
 * Get a transaction
 */
export const zGetTransactionResponse = z.looseObject({
    success: z.literal(true),
    data: zTransaction,
    meta: zMeta
});

export const zListTransactionsQuery = z.looseObject({
    page: z.optional(z.int()),
    limit: z.optional(z.checked(z.int(), z.lte(100))),
    type: z.optional(z.string()),
    address: z.optional(zAddress)
});

/**
 * List transactions
 */
export const zListTransactionsResponse = z.looseObject({
    success: z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zGetAccountPath = z.looseObject({
    address: zAddress
});

/**
 * Get an account
 */
export const zGetAccountResponse = z.looseObject({
    success: z.literal(true),
    data: zAccount,
    meta: zMeta
});

export const zListAccountTransactionsPath = z.looseObject({
    address: zAddress
});

export const zListAccountTransactionsQuery = z.looseObject({
    page: z.optional(z.int()),
    limit: z.optional(z.int()),
    direction: z.optional(z.enum([
        'in',
        'out',
        'all'
    ]))
});

/**
 * List the transactions of an account
 */
export const zListAccountTransactionsResponse = z.looseObject({
    success: z.literal(true),
    data: zTransactionList,
    meta: zMeta
});

export const zListAccountTokensPath = z.looseObject({
    address: zAddress
});

/**
 * List the tokens of an account
 */
export const zListAccountTokensResponse = z.looseObject({
    success: z.literal(true),
    data: zTokenList,
    meta: zMeta
});

export const zListValidatorsQuery = z.looseObject({
    status: z.optional(z.enum([
        'active',
        'inactive',
        'all'
    ])),
    page: z.optional(z.int()),
    limit: z.optional(z.int())
});

/**
 * List validators
 */
export const zListValidatorsResponse = z.looseObject({
    success: z.literal(true),
    data: zValidatorList,
    meta: zMeta
});

export const zGetValidatorPath = z.looseObject({
    address: zAddress
});

/**
 * Get a validator
 */
export const zGetValidatorResponse = z.looseObject({
    success: z.literal(true),
    data: zValidator,
    meta: zMeta
});

export const zListProposalsQuery = z.looseObject({
    status: z.optional(z.enum([
        'active',
        'passed',
        'rejected',
        'all'
    ])),
    page: z.optional(z.int()),
    limit: z.optional(z.int())
});

/**
 * List proposals
 */
export const zListProposalsResponse = z.looseObject({
    success: z.literal(true),
    data: zProposalList,
    meta: zMeta
});

export const zGetProposalPath = z.looseObject({
    id: zProposalId
});

/**
 * Get a proposal
 */
export const zGetProposalResponse = z.looseObject({
    success: z.literal(true),
    data: zProposalDetail,
    meta: zMeta
});

export const zRequestKeyBody = zKeyRequest;

/**
 * Request an API key
 */
export const zRequestKeyResponse = z.looseObject({
    success: z.literal(true),
    data: zIssuedKey,
    meta: zMeta
});

/**
 * Result of `chain_getInfo`.
 */
export const zRpcChainGetInfoResponse = zRpcChainInfo;

export const zRpcChainGetBlockByNumberBody = z.looseObject({
    blockNumber: zHeight,
    fullTx: z.optional(z.boolean())
});

/**
 * Result of `chain_getBlockByNumber`.
 */
export const zRpcChainGetBlockByNumberResponse = z.nullable(zRpcBlock);

export const zRpcChainGetBlockByHashBody = z.looseObject({
    blockHash: zHash,
    fullTx: z.optional(z.boolean())
});

/**
 * Result of `chain_getBlockByHash`.
 */
export const zRpcChainGetBlockByHashResponse = z.nullable(zRpcBlock);

export const zRpcAccountGetBalanceBody = z.looseObject({
    address: zAddress,
    blockNumber: z.optional(z.union([
        zHeight,
        z.string()
    ]))
});

/**
 * Result of `account_getBalance`.
 */
export const zRpcAccountGetBalanceResponse = zRpcBalance;

export const zRpcAccountGetNonceBody = z.looseObject({
    address: zAddress
});

/**
 * Result of `account_getNonce`.
 */
export const zRpcAccountGetNonceResponse = zRpcNonce;

export const zRpcTxSendRawTransactionBody = z.looseObject({
    signedTx: zHex
});

/**
 * Result of `tx_sendRawTransaction`.
 */
export const zRpcTxSendRawTransactionResponse = zRpcSubmission;

export const zRpcTxGetTransactionBody = z.looseObject({
    txHash: zHash
});

/**
 * Result of `tx_getTransaction`.
 */
export const zRpcTxGetTransactionResponse = z.nullable(zRpcTransaction);

export const zRpcTxGetTransactionReceiptBody = z.looseObject({
    txHash: zHash
});

/**
 * Result of `tx_getTransactionReceipt`.
 */
export const zRpcTxGetTransactionReceiptResponse = z.nullable(zRpcReceipt);

export const zRpcAlphaGetRecordBody = z.looseObject({
    commitment: zCommitment
});

/**
 * Result of `alpha_getRecord`.
 */
export const zRpcAlphaGetRecordResponse = z.nullable(z.union([
    zAlphaRecord,
    z.union([
        z.record(z.string(), z.unknown()),
        z.array(z.unknown()),
        z.string(),
        z.number(),
        z.boolean()
    ])
]));

export const zRpcAlphaGetSerialNumberBody = z.looseObject({
    serialNumber: zSerialNumber
});

/**
 * Result of `alpha_getSerialNumber`.
 */
export const zRpcAlphaGetSerialNumberResponse = zSerialNumberState;

export const zRpcDeltaGetStakeBody = z.looseObject({
    address: zAddress
});

/**
 * Result of `delta_getStake`.
 */
export const zRpcDeltaGetStakeResponse = zRpcStake;

export const zRpcDeltaGetValidatorBody = z.looseObject({
    address: zAddress
});

/**
 * Result of `delta_getValidator`.
 */
export const zRpcDeltaGetValidatorResponse = z.nullable(zRpcValidator);

export const zRpcChainSubscribeBody = z.looseObject({
    topic: zTopicName,
    filter: z.optional(zSubscriptionFilter)
});

/**
 * Result of `chain_subscribe`.
 */
export const zRpcChainSubscribeResponse = zSubscription;

export const zRpcChainUnsubscribeBody = z.looseObject({
    subscription: zSubscriptionId
});

/**
 * Result of `chain_unsubscribe`.
 */
export const zRpcChainUnsubscribeResponse = z.boolean();

export const zRpcGetBalanceBody = z.looseObject({
    address: zAddress
});

/**
 * Result of `getBalance`.
 */
export const zRpcGetBalanceResponse = zAmount;

export const zRpcGetTransactionBody = z.looseObject({
    txid: zHash
});

/**
 * Result of `getTransaction`.
 */
export const zRpcGetTransactionResponse = z.nullable(z.union([
    zRpcTransaction,
    z.union([
        z.record(z.string(), z.unknown()),
        z.array(z.unknown()),
        z.string(),
        z.number(),
        z.boolean()
    ])
]));
