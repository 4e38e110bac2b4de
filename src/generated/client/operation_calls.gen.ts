// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as p from "../../parameters.ts";
import * as v from "./validators.gen.ts";

/**
 * Get the state of the chain.
 */
export const getChainInfo: p.OperationCall = {
  info: {"verb":"get","path":"/chain/info","server":"rest","parameters":[],"status":200,"height":{"field":"blockHeight","settles":false},"segment":{"chain":"chain","network":"network"},"safe":true,"chains":["alpha","delta"]},
  validators: { data: v.zChainInfo },
  serializers: {},
};

/**
 * Get statistics of the chain.
 */
export const getChainStats: p.OperationCall = {
  info: {"verb":"get","path":"/chain/stats","server":"rest","parameters":[],"status":200,"safe":true,"chains":["alpha","delta"]},
  validators: { data: v.zChainStats },
  serializers: {},
};

/**
 * List blocks.
 */
export const listBlocks: p.OperationCall = {
  info: {"verb":"get","path":"/blocks","server":"rest","parameters":[{"name":"page","in":"query","types":["integer"],"expected":"an integer","default":1},{"name":"limit","in":"query","types":["integer"],"expected":"an integer up to 100","default":20,"maximum":100},{"name":"order","in":"query","types":["string"],"expected":"one of \"asc\", \"desc\"","default":"desc"}],"status":200,"items":"blocks","key":"hash","grows":{"order":{"desc":"start","asc":"end"}},"segment":{"validator":"addressPrefix"},"safe":true,"chains":["alpha","delta"]},
  validators: { query: v.zListBlocksQuery, data: v.zBlockList },
  serializers: { query: p.serializeQuery },
};

/**
 * Get a block.
 */
export const getBlock: p.OperationCall = {
  info: {"verb":"get","path":"/blocks/{identifier}","server":"rest","parameters":[{"name":"identifier","in":"path","required":true,"types":["integer","string"],"expected":"an integer or 0x and 64 lower-case hex digits"}],"status":200,"height":{"field":"number","settles":true,"hash":"hash"},"identity":{"identifier":["number","hash"]},"segment":{"validator":"addressPrefix"},"safe":true,"chains":["alpha","delta"]},
  validators: { path: v.zGetBlockPath, data: v.zBlock },
  serializers: { path: p.serializePath },
};

/**
 * List the transactions of a block.
 */
export const listBlockTransactions: p.OperationCall = {
  info: {"verb":"get","path":"/blocks/{number}/transactions","server":"rest","parameters":[{"name":"number","in":"path","required":true,"types":["integer"],"expected":"an integer"},{"name":"page","in":"query","types":["integer"],"expected":"an integer","default":1},{"name":"limit","in":"query","types":["integer"],"expected":"an integer up to 100","default":20,"maximum":100}],"status":200,"items":"transactions","key":"hash","grows":"end","identity":{"number":["blockNumber"]},"segment":{"from":"addressPrefix","to":"addressPrefix"},"open":"content","safe":true,"chains":["alpha","delta"]},
  validators: { path: v.zListBlockTransactionsPath, query: v.zListBlockTransactionsQuery, data: v.zTransactionList },
  serializers: { path: p.serializePath, query: p.serializeQuery },
};

/**
 * Get a transaction.
 */
export const getTransaction: p.OperationCall = {
  info: {"verb":"get","path":"/transactions/{hash}","server":"rest","parameters":[{"name":"hash","in":"path","required":true,"types":["string"],"expected":"0x and 64 lower-case hex digits"}],"status":200,"height":{"field":"blockNumber","settles":true},"identity":{"hash":["hash"]},"segment":{"from":"addressPrefix","to":"addressPrefix"},"safe":true,"chains":["alpha","delta"]},
  validators: { path: v.zGetTransactionPath, data: v.zTransaction },
  serializers: { path: p.serializePath },
};

/**
 * List transactions.
 */
export const listTransactions: p.OperationCall = {
  info: {"verb":"get","path":"/transactions","server":"rest","parameters":[{"name":"page","in":"query","types":["integer"],"expected":"an integer","default":1},{"name":"limit","in":"query","types":["integer"],"expected":"an integer up to 100","default":20,"maximum":100},{"name":"type","in":"query","types":["string"],"expected":"a string","default":"all"},{"name":"address","in":"query","types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"items":"transactions","key":"hash","grows":"start","identity":{"address":["from","to"]},"segment":{"from":"addressPrefix","to":"addressPrefix"},"open":"content","safe":true,"chains":["alpha","delta"]},
  validators: { query: v.zListTransactionsQuery, data: v.zTransactionList },
  serializers: { query: p.serializeQuery },
};

/**
 * Get an account.
 */
export const getAccount: p.OperationCall = {
  info: {"verb":"get","path":"/accounts/{address}","server":"rest","parameters":[{"name":"address","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"identity":{"address":["address"]},"segment":{"address":"addressPrefix"},"safe":true,"chains":["alpha","delta"]},
  validators: { path: v.zGetAccountPath, data: v.zAccount },
  serializers: { path: p.serializePath },
};

/**
 * List the transactions of an account.
 */
export const listAccountTransactions: p.OperationCall = {
  info: {"verb":"get","path":"/accounts/{address}/transactions","server":"rest","parameters":[{"name":"address","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"},{"name":"page","in":"query","types":["integer"],"expected":"an integer","default":1},{"name":"limit","in":"query","types":["integer"],"expected":"an integer","default":20},{"name":"direction","in":"query","types":["string"],"expected":"one of \"in\", \"out\", \"all\"","default":"all"}],"status":200,"items":"transactions","key":"hash","grows":"start","identity":{"address":["from","to"]},"segment":{"from":"addressPrefix","to":"addressPrefix"},"open":"content","safe":true,"chains":["alpha","delta"]},
  validators: { path: v.zListAccountTransactionsPath, query: v.zListAccountTransactionsQuery, data: v.zTransactionList },
  serializers: { path: p.serializePath, query: p.serializeQuery },
};

/**
 * List the tokens of an account.
 */
export const listAccountTokens: p.OperationCall = {
  info: {"verb":"get","path":"/accounts/{address}/tokens","server":"rest","parameters":[{"name":"address","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"segment":{"tokens.contract":"addressPrefix"},"safe":true,"chains":["delta"]},
  validators: { path: v.zListAccountTokensPath, data: v.zTokenList },
  serializers: { path: p.serializePath },
};

/**
 * Get a token.
 */
export const getToken: p.OperationCall = {
  info: {"verb":"get","path":"/tokens/{contract}","server":"rest","parameters":[{"name":"contract","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"identity":{"contract":["contract"]},"segment":{"contract":"addressPrefix"},"open":"answer","safe":true,"chains":["delta"]},
  validators: { path: v.zGetTokenPath, data: v.zToken },
  serializers: { path: p.serializePath },
};

/**
 * List validators.
 */
export const listValidators: p.OperationCall = {
  info: {"verb":"get","path":"/validators","server":"rest","parameters":[{"name":"status","in":"query","types":["string"],"expected":"one of \"active\", \"inactive\", \"all\"","default":"active"},{"name":"page","in":"query","types":["integer"],"expected":"an integer","default":1},{"name":"limit","in":"query","types":["integer"],"expected":"an integer","default":20}],"status":200,"items":"validators","key":"address","segment":{"address":"addressPrefix"},"safe":true,"chains":["delta"]},
  validators: { query: v.zListValidatorsQuery, data: v.zValidatorList },
  serializers: { query: p.serializeQuery },
};

/**
 * Get a validator.
 */
export const getValidator: p.OperationCall = {
  info: {"verb":"get","path":"/validators/{address}","server":"rest","parameters":[{"name":"address","in":"path","required":true,"types":["string"],"expected":"an address that starts with ax1 or dx1 and has a valid checksum","format":"address"}],"status":200,"identity":{"address":["address"]},"segment":{"address":"addressPrefix"},"open":"content","safe":true,"chains":["delta"]},
  validators: { path: v.zGetValidatorPath, data: v.zValidator },
  serializers: { path: p.serializePath },
};

/**
 * List proposals.
 */
export const listProposals: p.OperationCall = {
  info: {"verb":"get","path":"/governance/proposals","server":"rest","parameters":[{"name":"status","in":"query","types":["string"],"expected":"one of \"active\", \"passed\", \"rejected\", \"all\"","default":"active"},{"name":"page","in":"query","types":["integer"],"expected":"an integer","default":1},{"name":"limit","in":"query","types":["integer"],"expected":"an integer","default":20}],"status":200,"items":"proposals","key":"id","grows":{"status":{"all":"start"}},"segment":{"proposer":"addressPrefix"},"safe":true,"chains":["delta"]},
  validators: { query: v.zListProposalsQuery, data: v.zProposalList },
  serializers: { query: p.serializeQuery },
};

/**
 * Get a proposal.
 */
export const getProposal: p.OperationCall = {
  info: {"verb":"get","path":"/governance/proposals/{id}","server":"rest","parameters":[{"name":"id","in":"path","required":true,"types":["integer"],"expected":"an integer"}],"status":200,"identity":{"id":["id"]},"segment":{"proposer":"addressPrefix"},"open":"content","safe":true,"chains":["delta"]},
  validators: { path: v.zGetProposalPath, data: v.zProposalDetail },
  serializers: { path: p.serializePath },
};

/**
 * Request an API key.
 */
export const requestKey: p.OperationCall = {
  info: {"verb":"post","path":"/keys","server":"{apiHost}/v1","parameters":[],"body":"required","status":201,"open":"answer","safe":false,"chains":["alpha","delta"]},
  validators: { body: v.zRequestKeyBody, data: v.zIssuedKey },
  serializers: { body: p.serializeBody },
};
