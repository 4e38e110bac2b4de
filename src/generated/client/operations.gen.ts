// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Chain } from "../segments.gen.ts";
import type { OperationInfo } from "../tables.gen.ts";
import type { Undocumented } from "../../units/mod.ts";
import type * as Decoded from "./decoded.gen.ts";

/** The REST operations: arguments, decoded `data`, item of a list, chains that have it. */
export interface Operations {
  /**
   * Get the state of the chain.
   *
   * Name, version, height and counts of the chain.
   *
   * Given by the interface.
   */
  getChainInfo: {
    args: [];
    data: Decoded.ChainInfo;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * Get figures of the chain.
   *
   * Throughput, block time, supply and stake.
   *
   * Given by the interface.
   */
  getChainStats: {
    args: [];
    data: Decoded.ChainStats;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List blocks.
   *
   * All blocks by height, newest first unless `order` says otherwise.
   *
   * Unless given, `order` is `desc`.
   *
   * Given by the interface.
   */
  listBlocks: {
    args: [query?: NonNullable<Decoded.ListBlocksData["query"]>];
    data: Decoded.BlockList;
    item: Decoded.BlockSummary;
    chains: "alpha" | "delta";
  };

  /**
   * Get a block.
   *
   * One block, by height or by hash.
   *
   * Given by the interface.
   */
  getBlock: {
    args: [identifier: Decoded.GetBlockData["path"]["identifier"]];
    data: Decoded.Block;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List the transactions of a block.
   *
   * Transactions of one block, in block order.
   *
   * Given by the interface.
   */
  listBlockTransactions: {
    args: [number: Decoded.ListBlockTransactionsData["path"]["number"], query?: NonNullable<Decoded.ListBlockTransactionsData["query"]>];
    data: Undocumented<Decoded.TransactionList>;
    item: Decoded.Transaction;
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction.
   *
   * One transaction that is in a block. A pending transaction is 404.
   *
   * Given by the interface.
   */
  getTransaction: {
    args: [hash: Decoded.GetTransactionData["path"]["hash"]];
    data: Decoded.Transaction;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List transactions.
   *
   * Transactions in blocks, newest first. Both filters apply together.
   *
   * Unless given, `type` is `all`.
   *
   * Given by the interface.
   */
  listTransactions: {
    args: [query?: NonNullable<Decoded.ListTransactionsData["query"]>];
    data: Undocumented<Decoded.TransactionList>;
    item: Decoded.Transaction;
    chains: "alpha" | "delta";
  };

  /**
   * Get an account.
   *
   * One account. An address that no block has mentioned is 404.
   *
   * Given by the interface.
   */
  getAccount: {
    args: [address: Decoded.GetAccountData["path"]["address"]];
    data: Decoded.Account;
    item: never;
    chains: "alpha" | "delta";
  };

  /**
   * List the transactions of an account.
   *
   * Transactions from or to an account, newest first. One to itself counts once with direction all. An address that no block has mentioned is 404.
   *
   * Unless given, `direction` is `all`.
   *
   * Given by the interface.
   */
  listAccountTransactions: {
    args: [address: Decoded.ListAccountTransactionsData["path"]["address"], query?: NonNullable<Decoded.ListAccountTransactionsData["query"]>];
    data: Undocumented<Decoded.TransactionList>;
    item: Decoded.Transaction;
    chains: "alpha" | "delta";
  };

  /**
   * List the tokens of an account.
   *
   * Token balances of an account. An address that no block has mentioned is 404.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  listAccountTokens: {
    args: [address: Decoded.ListAccountTokensData["path"]["address"]];
    data: Decoded.TokenList;
    item: never;
    chains: "delta";
  };

  /**
   * List validators.
   *
   * Validators by stake, highest first, then by address.
   *
   * Unless given, `status` is `active`.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  listValidators: {
    args: [query?: NonNullable<Decoded.ListValidatorsData["query"]>];
    data: Decoded.ValidatorList;
    item: Decoded.Validator;
    chains: "delta";
  };

  /**
   * Get a validator.
   *
   * One validator, with the fields of the list item.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  getValidator: {
    args: [address: Decoded.GetValidatorData["path"]["address"]];
    data: Decoded.Validator;
    item: never;
    chains: "delta";
  };

  /**
   * List proposals.
   *
   * Governance proposals by id, newest first.
   *
   * Unless given, `status` is `active`.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  listProposals: {
    args: [query?: NonNullable<Decoded.ListProposalsData["query"]>];
    data: Decoded.ProposalList;
    item: Decoded.Proposal;
    chains: "delta";
  };

  /**
   * Get a proposal.
   *
   * One governance proposal, with its full text.
   *
   * Given by the interface. Decided on top: The interface does not say which chains have it; alpha has neither tokens, staking nor governance.
   */
  getProposal: {
    args: [id: Decoded.GetProposalData["path"]["id"]];
    data: Undocumented<Decoded.ProposalDetail>;
    item: never;
    chains: "delta";
  };

  /**
   * Request an API key.
   *
   * Issues an API key of the tier Registered. Asking again issues a further key and never shows an earlier one. Counts against the peer address, at most 10 a day.
   *
   * Given by the interface.
   */
  requestKey: {
    args: [body: Decoded.KeyRequest];
    data: Undocumented<Decoded.IssuedKey>;
    item: never;
    chains: "alpha" | "delta";
  };
}

/** Name of a REST operation. */
export type OperationId = keyof Operations;

/** What is given of each operation, for use at run time. */
export const OPERATIONS: Readonly<Record<OperationId, OperationInfo<Chain>>> = {
  "getChainInfo": {
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
  "getChainStats": {
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
  "listBlocks": {
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
  "getBlock": {
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
  "listBlockTransactions": {
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
  "getTransaction": {
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
  "listTransactions": {
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
  "getAccount": {
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
  "listAccountTransactions": {
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
  "listAccountTokens": {
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
  "listValidators": {
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
  "getValidator": {
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
  "listProposals": {
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
  "getProposal": {
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
  "requestKey": {
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
  }
};
