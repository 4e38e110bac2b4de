// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import { type Check, field } from "../../checks/mod.ts";
import type { Chain } from "../segments.gen.ts";
import type { OperationInfo } from "../tables.gen.ts";
import * as v from "./checks.gen.ts";

/** What checks an operation. */
export interface OperationValidators {
  /** Of each parameter, by its name. */
  readonly parameters: Readonly<Record<string, Check>>;
  /** Of the body, where it takes one. */
  readonly body?: Check;
  /** Of what it answers. */
  readonly data: Check;
}

/** What is known of an operation, and what checks it. */
export interface OperationCall {
  /** What the spec says of it. */
  readonly info: OperationInfo<Chain>;
  /** Checks of its arguments and its answer. */
  readonly validators: OperationValidators;
}

/**
 * Get the state of the chain.
 */
export const getChainInfo: OperationCall = {
  info: {
  "verb": "get",
  "path": "/chain/info",
  "server": "rest",
  "parameters": [],
  "hasBody": false,
  "status": 200,
  "height": {
    "field": "blockHeight",
    "settles": false
  },
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: {  }, data: v.zChainInfo },
};

/**
 * Get figures of the chain.
 */
export const getChainStats: OperationCall = {
  info: {
  "verb": "get",
  "path": "/chain/stats",
  "server": "rest",
  "parameters": [],
  "hasBody": false,
  "status": 200,
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: {  }, data: v.zChainStats },
};

/**
 * List blocks.
 */
export const listBlocks: OperationCall = {
  info: {
  "verb": "get",
  "path": "/blocks",
  "server": "rest",
  "parameters": [
    {
      "name": "page",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 1
    },
    {
      "name": "limit",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer up to 100",
      "default": 20,
      "maximum": 100
    },
    {
      "name": "order",
      "in": "query",
      "required": false,
      "types": [
        "string"
      ],
      "expected": "one of \"asc\", \"desc\"",
      "default": "desc",
      "enum": [
        "asc",
        "desc"
      ]
    }
  ],
  "hasBody": false,
  "status": 200,
  "items": "blocks",
  "key": "hash",
  "grows": {
    "order": {
      "desc": "start",
      "asc": "end"
    }
  },
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: { "page": /* @__PURE__ */ field(v.zListBlocksQuery, "page"), "limit": /* @__PURE__ */ field(v.zListBlocksQuery, "limit"), "order": /* @__PURE__ */ field(v.zListBlocksQuery, "order") }, data: v.zBlockList },
};

/**
 * Get a block.
 */
export const getBlock: OperationCall = {
  info: {
  "verb": "get",
  "path": "/blocks/{identifier}",
  "server": "rest",
  "parameters": [
    {
      "name": "identifier",
      "in": "path",
      "required": true,
      "types": [
        "integer",
        "string"
      ],
      "expected": "an integer or 0x and 64 lower-case hex digits"
    }
  ],
  "hasBody": false,
  "status": 200,
  "height": {
    "field": "number",
    "settles": true,
    "hash": "hash"
  },
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: { "identifier": /* @__PURE__ */ field(v.zGetBlockPath, "identifier") }, data: v.zBlock },
};

/**
 * List the transactions of a block.
 */
export const listBlockTransactions: OperationCall = {
  info: {
  "verb": "get",
  "path": "/blocks/{number}/transactions",
  "server": "rest",
  "parameters": [
    {
      "name": "number",
      "in": "path",
      "required": true,
      "types": [
        "integer"
      ],
      "expected": "an integer"
    },
    {
      "name": "page",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 1
    },
    {
      "name": "limit",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer up to 100",
      "default": 20,
      "maximum": 100
    }
  ],
  "hasBody": false,
  "status": 200,
  "items": "transactions",
  "key": "hash",
  "grows": "end",
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: { "number": /* @__PURE__ */ field(v.zListBlockTransactionsPath, "number"), "page": /* @__PURE__ */ field(v.zListBlockTransactionsQuery, "page"), "limit": /* @__PURE__ */ field(v.zListBlockTransactionsQuery, "limit") }, data: v.zTransactionList },
};

/**
 * Get a transaction.
 */
export const getTransaction: OperationCall = {
  info: {
  "verb": "get",
  "path": "/transactions/{hash}",
  "server": "rest",
  "parameters": [
    {
      "name": "hash",
      "in": "path",
      "required": true,
      "types": [
        "string"
      ],
      "expected": "0x and 64 lower-case hex digits"
    }
  ],
  "hasBody": false,
  "status": 200,
  "height": {
    "field": "blockNumber",
    "settles": true
  },
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: { "hash": /* @__PURE__ */ field(v.zGetTransactionPath, "hash") }, data: v.zTransaction },
};

/**
 * List transactions.
 */
export const listTransactions: OperationCall = {
  info: {
  "verb": "get",
  "path": "/transactions",
  "server": "rest",
  "parameters": [
    {
      "name": "page",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 1
    },
    {
      "name": "limit",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer up to 100",
      "default": 20,
      "maximum": 100
    },
    {
      "name": "type",
      "in": "query",
      "required": false,
      "types": [
        "string"
      ],
      "expected": "a string",
      "default": "all"
    },
    {
      "name": "address",
      "in": "query",
      "required": false,
      "types": [
        "string"
      ],
      "expected": "an address of 41 characters",
      "format": "address"
    }
  ],
  "hasBody": false,
  "status": 200,
  "items": "transactions",
  "key": "hash",
  "grows": "start",
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: { "page": /* @__PURE__ */ field(v.zListTransactionsQuery, "page"), "limit": /* @__PURE__ */ field(v.zListTransactionsQuery, "limit"), "type": /* @__PURE__ */ field(v.zListTransactionsQuery, "type"), "address": /* @__PURE__ */ field(v.zListTransactionsQuery, "address") }, data: v.zTransactionList },
};

/**
 * Get an account.
 */
export const getAccount: OperationCall = {
  info: {
  "verb": "get",
  "path": "/accounts/{address}",
  "server": "rest",
  "parameters": [
    {
      "name": "address",
      "in": "path",
      "required": true,
      "types": [
        "string"
      ],
      "expected": "an address of 41 characters",
      "format": "address"
    }
  ],
  "hasBody": false,
  "status": 200,
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: { "address": /* @__PURE__ */ field(v.zGetAccountPath, "address") }, data: v.zAccount },
};

/**
 * List the transactions of an account.
 */
export const listAccountTransactions: OperationCall = {
  info: {
  "verb": "get",
  "path": "/accounts/{address}/transactions",
  "server": "rest",
  "parameters": [
    {
      "name": "address",
      "in": "path",
      "required": true,
      "types": [
        "string"
      ],
      "expected": "an address of 41 characters",
      "format": "address"
    },
    {
      "name": "page",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 1
    },
    {
      "name": "limit",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 20
    },
    {
      "name": "direction",
      "in": "query",
      "required": false,
      "types": [
        "string"
      ],
      "expected": "one of \"in\", \"out\", \"all\"",
      "default": "all",
      "enum": [
        "in",
        "out",
        "all"
      ]
    }
  ],
  "hasBody": false,
  "status": 200,
  "items": "transactions",
  "key": "hash",
  "grows": "start",
  "safe": true,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: { "address": /* @__PURE__ */ field(v.zListAccountTransactionsPath, "address"), "page": /* @__PURE__ */ field(v.zListAccountTransactionsQuery, "page"), "limit": /* @__PURE__ */ field(v.zListAccountTransactionsQuery, "limit"), "direction": /* @__PURE__ */ field(v.zListAccountTransactionsQuery, "direction") }, data: v.zTransactionList },
};

/**
 * List the tokens of an account.
 */
export const listAccountTokens: OperationCall = {
  info: {
  "verb": "get",
  "path": "/accounts/{address}/tokens",
  "server": "rest",
  "parameters": [
    {
      "name": "address",
      "in": "path",
      "required": true,
      "types": [
        "string"
      ],
      "expected": "an address of 41 characters",
      "format": "address"
    }
  ],
  "hasBody": false,
  "status": 200,
  "safe": true,
  "chains": [
    "delta"
  ]
},
  validators: { parameters: { "address": /* @__PURE__ */ field(v.zListAccountTokensPath, "address") }, data: v.zTokenList },
};

/**
 * List validators.
 */
export const listValidators: OperationCall = {
  info: {
  "verb": "get",
  "path": "/validators",
  "server": "rest",
  "parameters": [
    {
      "name": "status",
      "in": "query",
      "required": false,
      "types": [
        "string"
      ],
      "expected": "one of \"active\", \"inactive\", \"all\"",
      "default": "active",
      "enum": [
        "active",
        "inactive",
        "all"
      ]
    },
    {
      "name": "page",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 1
    },
    {
      "name": "limit",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 20
    }
  ],
  "hasBody": false,
  "status": 200,
  "items": "validators",
  "key": "address",
  "safe": true,
  "chains": [
    "delta"
  ]
},
  validators: { parameters: { "status": /* @__PURE__ */ field(v.zListValidatorsQuery, "status"), "page": /* @__PURE__ */ field(v.zListValidatorsQuery, "page"), "limit": /* @__PURE__ */ field(v.zListValidatorsQuery, "limit") }, data: v.zValidatorList },
};

/**
 * Get a validator.
 */
export const getValidator: OperationCall = {
  info: {
  "verb": "get",
  "path": "/validators/{address}",
  "server": "rest",
  "parameters": [
    {
      "name": "address",
      "in": "path",
      "required": true,
      "types": [
        "string"
      ],
      "expected": "an address of 41 characters",
      "format": "address"
    }
  ],
  "hasBody": false,
  "status": 200,
  "safe": true,
  "chains": [
    "delta"
  ]
},
  validators: { parameters: { "address": /* @__PURE__ */ field(v.zGetValidatorPath, "address") }, data: v.zValidator },
};

/**
 * List proposals.
 */
export const listProposals: OperationCall = {
  info: {
  "verb": "get",
  "path": "/governance/proposals",
  "server": "rest",
  "parameters": [
    {
      "name": "status",
      "in": "query",
      "required": false,
      "types": [
        "string"
      ],
      "expected": "one of \"active\", \"passed\", \"rejected\", \"all\"",
      "default": "active",
      "enum": [
        "active",
        "passed",
        "rejected",
        "all"
      ]
    },
    {
      "name": "page",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 1
    },
    {
      "name": "limit",
      "in": "query",
      "required": false,
      "types": [
        "integer"
      ],
      "expected": "an integer",
      "default": 20
    }
  ],
  "hasBody": false,
  "status": 200,
  "items": "proposals",
  "key": "id",
  "grows": {
    "status": {
      "all": "start"
    }
  },
  "safe": true,
  "chains": [
    "delta"
  ]
},
  validators: { parameters: { "status": /* @__PURE__ */ field(v.zListProposalsQuery, "status"), "page": /* @__PURE__ */ field(v.zListProposalsQuery, "page"), "limit": /* @__PURE__ */ field(v.zListProposalsQuery, "limit") }, data: v.zProposalList },
};

/**
 * Get a proposal.
 */
export const getProposal: OperationCall = {
  info: {
  "verb": "get",
  "path": "/governance/proposals/{id}",
  "server": "rest",
  "parameters": [
    {
      "name": "id",
      "in": "path",
      "required": true,
      "types": [
        "integer"
      ],
      "expected": "an integer"
    }
  ],
  "hasBody": false,
  "status": 200,
  "safe": true,
  "chains": [
    "delta"
  ]
},
  validators: { parameters: { "id": /* @__PURE__ */ field(v.zGetProposalPath, "id") }, data: v.zProposalDetail },
};

/**
 * Request an API key.
 */
export const requestKey: OperationCall = {
  info: {
  "verb": "post",
  "path": "/keys",
  "server": "keys",
  "parameters": [],
  "hasBody": true,
  "status": 201,
  "safe": false,
  "chains": [
    "alpha",
    "delta"
  ]
},
  validators: { parameters: {  }, body: v.zKeyRequest, data: v.zIssuedKey },
};
