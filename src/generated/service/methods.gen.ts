// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
import type { MethodValidators } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";
import type * as Types from "./types.gen.ts";

/** The JSON-RPC methods: what a handler is given, what it answers, chains that have it. */
export interface ServiceMethods {
  /**
   * Get the state of the chain.
   */
  chain_getInfo: {
    params: [];
    result: Types.RpcChainGetInfoResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Get a block by height.
   */
  chain_getBlockByNumber: {
    params: [blockNumber: Types.RpcChainGetBlockByNumberBody["blockNumber"], fullTx: NonNullable<Types.RpcChainGetBlockByNumberBody["fullTx"]>];
    result: Types.RpcChainGetBlockByNumberResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Get a block by hash.
   */
  chain_getBlockByHash: {
    params: [blockHash: Types.RpcChainGetBlockByHashBody["blockHash"], fullTx: NonNullable<Types.RpcChainGetBlockByHashBody["fullTx"]>];
    result: Types.RpcChainGetBlockByHashResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Get the balance of an account.
   */
  account_getBalance: {
    params: [address: Types.RpcAccountGetBalanceBody["address"], blockNumber: NonNullable<Types.RpcAccountGetBalanceBody["blockNumber"]>];
    result: Types.RpcAccountGetBalanceResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Get the next nonce of an account.
   */
  account_getNonce: {
    params: [address: Types.RpcAccountGetNonceBody["address"]];
    result: Types.RpcAccountGetNonceResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Submit a signed transaction.
   */
  tx_sendRawTransaction: {
    params: [signedTx: Types.RpcTxSendRawTransactionBody["signedTx"]];
    result: Types.RpcTxSendRawTransactionResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction.
   */
  tx_getTransaction: {
    params: [txHash: Types.RpcTxGetTransactionBody["txHash"]];
    result: Types.RpcTxGetTransactionResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Get the receipt of a transaction.
   */
  tx_getTransactionReceipt: {
    params: [txHash: Types.RpcTxGetTransactionReceiptBody["txHash"]];
    result: Types.RpcTxGetTransactionReceiptResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Get a record of alpha.
   */
  alpha_getRecord: {
    params: [commitment: Types.RpcAlphaGetRecordBody["commitment"]];
    result: Types.RpcAlphaGetRecordResponse;
    chains: "alpha";
  };

  /**
   * Tell whether a serial number has been spent.
   */
  alpha_getSerialNumber: {
    params: [serialNumber: Types.RpcAlphaGetSerialNumberBody["serialNumber"]];
    result: Types.RpcAlphaGetSerialNumberResponse;
    chains: "alpha";
  };

  /**
   * Get the stake of an address.
   */
  delta_getStake: {
    params: [address: Types.RpcDeltaGetStakeBody["address"]];
    result: Types.RpcDeltaGetStakeResponse;
    chains: "delta";
  };

  /**
   * Get a validator.
   */
  delta_getValidator: {
    params: [address: Types.RpcDeltaGetValidatorBody["address"]];
    result: Types.RpcDeltaGetValidatorResponse;
    chains: "delta";
  };
}

/** Table of the JSON-RPC methods, for use at run time. */
export const METHODS: Readonly<Record<keyof ServiceMethods, MethodInfo<Chain>>> = {
  "chain_getInfo": {
    "parameters": [],
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
  "chain_getBlockByNumber": {
    "parameters": [
      {
        "name": "blockNumber",
        "in": "positional",
        "required": true,
        "types": [
          "integer"
        ],
        "expected": "an integer from 0 to 9007199254740991",
        "minimum": 0,
        "maximum": 9007199254740991
      },
      {
        "name": "fullTx",
        "in": "positional",
        "types": [
          "boolean"
        ],
        "expected": "a boolean",
        "default": false
      }
    ],
    "height": {
      "field": "number",
      "settles": true
    },
    "safe": true,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "chain_getBlockByHash": {
    "parameters": [
      {
        "name": "blockHash",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "0x and 64 lower-case hex digits"
      },
      {
        "name": "fullTx",
        "in": "positional",
        "types": [
          "boolean"
        ],
        "expected": "a boolean",
        "default": false
      }
    ],
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
  "account_getBalance": {
    "parameters": [
      {
        "name": "address",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "an address of 41 characters",
        "format": "address"
      },
      {
        "name": "blockNumber",
        "in": "positional",
        "types": [
          "integer",
          "string"
        ],
        "expected": "an integer from 0 to 9007199254740991 or latest or a height in decimal digits",
        "default": "latest"
      }
    ],
    "safe": true,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "account_getNonce": {
    "parameters": [
      {
        "name": "address",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "an address of 41 characters",
        "format": "address"
      }
    ],
    "safe": true,
    "pending": true,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "tx_sendRawTransaction": {
    "parameters": [
      {
        "name": "signedTx",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "0x and whole bytes of hex"
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "tx_getTransaction": {
    "parameters": [
      {
        "name": "txHash",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "0x and 64 lower-case hex digits"
      }
    ],
    "height": {
      "field": "blockNumber",
      "settles": true
    },
    "safe": true,
    "pending": true,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "tx_getTransactionReceipt": {
    "parameters": [
      {
        "name": "txHash",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "0x and 64 lower-case hex digits"
      }
    ],
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
  "alpha_getRecord": {
    "parameters": [
      {
        "name": "commitment",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "0x and 64 lower-case hex digits"
      }
    ],
    "height": {
      "field": "blockNumber",
      "settles": true
    },
    "safe": true,
    "chains": [
      "alpha"
    ]
  },
  "alpha_getSerialNumber": {
    "parameters": [
      {
        "name": "serialNumber",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "0x and 64 lower-case hex digits"
      }
    ],
    "height": {
      "field": "blockNumber",
      "settles": true
    },
    "safe": true,
    "chains": [
      "alpha"
    ]
  },
  "delta_getStake": {
    "parameters": [
      {
        "name": "address",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "an address of 41 characters",
        "format": "address"
      }
    ],
    "safe": true,
    "chains": [
      "delta"
    ]
  },
  "delta_getValidator": {
    "parameters": [
      {
        "name": "address",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "an address of 41 characters",
        "format": "address"
      }
    ],
    "safe": true,
    "chains": [
      "delta"
    ]
  }
};

/** Validators of the JSON-RPC methods. */
export const METHOD_VALIDATORS: Readonly<Record<keyof ServiceMethods, MethodValidators>> = {
  chain_getInfo: { result: v.zRpcChainGetInfoResponse },
  chain_getBlockByNumber: { params: v.zRpcChainGetBlockByNumberBody, result: v.zRpcChainGetBlockByNumberResponse },
  chain_getBlockByHash: { params: v.zRpcChainGetBlockByHashBody, result: v.zRpcChainGetBlockByHashResponse },
  account_getBalance: { params: v.zRpcAccountGetBalanceBody, result: v.zRpcAccountGetBalanceResponse },
  account_getNonce: { params: v.zRpcAccountGetNonceBody, result: v.zRpcAccountGetNonceResponse },
  tx_sendRawTransaction: { params: v.zRpcTxSendRawTransactionBody, result: v.zRpcTxSendRawTransactionResponse },
  tx_getTransaction: { params: v.zRpcTxGetTransactionBody, result: v.zRpcTxGetTransactionResponse },
  tx_getTransactionReceipt: { params: v.zRpcTxGetTransactionReceiptBody, result: v.zRpcTxGetTransactionReceiptResponse },
  alpha_getRecord: { params: v.zRpcAlphaGetRecordBody, result: v.zRpcAlphaGetRecordResponse },
  alpha_getSerialNumber: { params: v.zRpcAlphaGetSerialNumberBody, result: v.zRpcAlphaGetSerialNumberResponse },
  delta_getStake: { params: v.zRpcDeltaGetStakeBody, result: v.zRpcDeltaGetStakeResponse },
  delta_getValidator: { params: v.zRpcDeltaGetValidatorBody, result: v.zRpcDeltaGetValidatorResponse },
};

/** The simplified calls: what a handler is given, what it answers, chains that have it. */
export interface ServiceSimplifiedCalls {
  /**
   * Get a balance by the simplified form.
   */
  getBalance: {
    params: [address: Types.RpcGetBalanceBody["address"]];
    result: Types.RpcGetBalanceResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Get a transaction by the simplified form.
   */
  getTransaction: {
    params: [txid: Types.RpcGetTransactionBody["txid"]];
    result: Types.RpcGetTransactionResponse;
    chains: "alpha" | "delta";
  };
}

/** Table of the simplified calls, for use at run time. */
export const SIMPLIFIED_CALLS: Readonly<Record<keyof ServiceSimplifiedCalls, MethodInfo<Chain>>> = {
  "getBalance": {
    "parameters": [
      {
        "name": "address",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "an address of 41 characters",
        "format": "address"
      }
    ],
    "safe": true,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "getTransaction": {
    "parameters": [
      {
        "name": "txid",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "0x and 64 lower-case hex digits"
      }
    ],
    "height": {
      "field": "blockNumber",
      "settles": true
    },
    "safe": true,
    "pending": true,
    "chains": [
      "alpha",
      "delta"
    ]
  }
};

/** Validators of the simplified calls. */
export const SIMPLIFIED_VALIDATORS: Readonly<Record<keyof ServiceSimplifiedCalls, MethodValidators>> = {
  getBalance: { params: v.zRpcGetBalanceBody, result: v.zRpcGetBalanceResponse },
  getTransaction: { params: v.zRpcGetTransactionBody, result: v.zRpcGetTransactionResponse },
};

/** The methods that a WebSocket alone serves: what a handler is given, what it answers, chains that have it. */
export interface ServiceSocketMethods {
  /**
   * Subscribe to a topic.
   */
  chain_subscribe: {
    params: [topic: Types.RpcChainSubscribeBody["topic"], filter: Types.RpcChainSubscribeBody["filter"] | undefined];
    result: Types.RpcChainSubscribeResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Change the addresses of a subscription.
   */
  chain_updateSubscription: {
    params: [subscription: Types.RpcChainUpdateSubscriptionBody["subscription"], change: Types.RpcChainUpdateSubscriptionBody["change"]];
    result: Types.RpcChainUpdateSubscriptionResponse;
    chains: "alpha" | "delta";
  };

  /**
   * End a subscription.
   */
  chain_unsubscribe: {
    params: [subscription: Types.RpcChainUnsubscribeBody["subscription"]];
    result: Types.RpcChainUnsubscribeResponse;
    chains: "alpha" | "delta";
  };
}

/** Table of the methods that a WebSocket alone serves, for use at run time. */
export const SOCKET_METHODS: Readonly<Record<keyof ServiceSocketMethods, MethodInfo<Chain>>> = {
  "chain_subscribe": {
    "parameters": [
      {
        "name": "topic",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "one of \"blocks\", \"transactions\", \"pending_transactions\", \"reorgs\", \"validators\", \"proposals\", \"serial_numbers\"",
        "enum": [
          "blocks",
          "transactions",
          "pending_transactions",
          "reorgs",
          "validators",
          "proposals",
          "serial_numbers"
        ],
        "valuesByChain": {
          "alpha": [
            "blocks",
            "transactions",
            "pending_transactions",
            "reorgs",
            "serial_numbers"
          ],
          "delta": [
            "blocks",
            "transactions",
            "pending_transactions",
            "reorgs",
            "validators",
            "proposals"
          ]
        }
      },
      {
        "name": "filter",
        "in": "positional",
        "types": [
          "object"
        ],
        "expected": "an object"
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "chain_updateSubscription": {
    "parameters": [
      {
        "name": "subscription",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "a string"
      },
      {
        "name": "change",
        "in": "positional",
        "required": true,
        "types": [
          "object"
        ],
        "expected": "an object"
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "chain_unsubscribe": {
    "parameters": [
      {
        "name": "subscription",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "a string"
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  }
};

/** Validators of the methods that a WebSocket alone serves. */
export const SOCKET_METHOD_VALIDATORS: Readonly<Record<keyof ServiceSocketMethods, MethodValidators>> = {
  chain_subscribe: { params: v.zRpcChainSubscribeBody, result: v.zRpcChainSubscribeResponse },
  chain_updateSubscription: { params: v.zRpcChainUpdateSubscriptionBody, result: v.zRpcChainUpdateSubscriptionResponse },
  chain_unsubscribe: { params: v.zRpcChainUnsubscribeBody, result: v.zRpcChainUnsubscribeResponse },
};

/** The methods that control the devnet: what a handler is given, what it answers, chains that have it. */
export interface ServiceDevMethods {
  /**
   * Produce blocks.
   */
  dev_mine: {
    params: [count: NonNullable<Types.RpcDevMineBody["count"]>];
    result: Types.RpcDevMineResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Set the block interval.
   */
  dev_setInterval: {
    params: [seconds: Types.RpcDevSetIntervalBody["seconds"]];
    result: Types.RpcDevSetIntervalResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Set the clock.
   */
  dev_setTime: {
    params: [timestamp: Types.RpcDevSetTimeBody["timestamp"]];
    result: Types.RpcDevSetTimeResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Fund an address.
   */
  dev_fund: {
    params: [address: Types.RpcDevFundBody["address"], amount: Types.RpcDevFundBody["amount"]];
    result: Types.RpcDevFundResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Take a snapshot.
   */
  dev_snapshot: {
    params: [];
    result: Types.RpcDevSnapshotResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Revert to a snapshot.
   */
  dev_revert: {
    params: [snapshot: Types.RpcDevRevertBody["snapshot"]];
    result: Types.RpcDevRevertResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Reorganise the chain.
   */
  dev_reorg: {
    params: [depth: Types.RpcDevReorgBody["depth"]];
    result: Types.RpcDevReorgResponse;
    chains: "alpha" | "delta";
  };

  /**
   * Set the faults.
   */
  dev_setFaults: {
    params: [rules: Types.RpcDevSetFaultsBody["rules"]];
    result: Types.RpcDevSetFaultsResponse;
    chains: "alpha" | "delta";
  };
}

/** Table of the methods that control the devnet, for use at run time. */
export const DEV_METHODS: Readonly<Record<keyof ServiceDevMethods, MethodInfo<Chain>>> = {
  "dev_mine": {
    "parameters": [
      {
        "name": "count",
        "in": "positional",
        "types": [
          "integer"
        ],
        "expected": "an integer from 1 to 1000",
        "default": 1,
        "minimum": 1,
        "maximum": 1000
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "dev_setInterval": {
    "parameters": [
      {
        "name": "seconds",
        "in": "positional",
        "required": true,
        "types": [
          "number"
        ],
        "expected": "a number from 0 to 86400",
        "minimum": 0,
        "maximum": 86400
      }
    ],
    "safe": true,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "dev_setTime": {
    "parameters": [
      {
        "name": "timestamp",
        "in": "positional",
        "required": true,
        "types": [
          "integer"
        ],
        "expected": "an integer from 0 to 9007199254740991",
        "minimum": 0,
        "maximum": 9007199254740991
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "dev_fund": {
    "parameters": [
      {
        "name": "address",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "an address of 41 characters",
        "format": "address"
      },
      {
        "name": "amount",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "a decimal integer without sign or leading zeros",
        "format": "decimal-integer"
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "dev_snapshot": {
    "parameters": [],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "dev_revert": {
    "parameters": [
      {
        "name": "snapshot",
        "in": "positional",
        "required": true,
        "types": [
          "string"
        ],
        "expected": "a string"
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "dev_reorg": {
    "parameters": [
      {
        "name": "depth",
        "in": "positional",
        "required": true,
        "types": [
          "integer"
        ],
        "expected": "an integer from 1 to 1000",
        "minimum": 1,
        "maximum": 1000
      }
    ],
    "safe": false,
    "chains": [
      "alpha",
      "delta"
    ]
  },
  "dev_setFaults": {
    "parameters": [
      {
        "name": "rules",
        "in": "positional",
        "required": true,
        "types": [
          "array"
        ],
        "items": [
          "object"
        ],
        "explode": false,
        "expected": "a list of at most 100 rules, each with path, kind, probability and, where they are wanted, status and delayMs"
      }
    ],
    "safe": true,
    "chains": [
      "alpha",
      "delta"
    ]
  }
};

/** Validators of the methods that control the devnet. */
export const DEV_METHOD_VALIDATORS: Readonly<Record<keyof ServiceDevMethods, MethodValidators>> = {
  dev_mine: { params: v.zRpcDevMineBody, result: v.zRpcDevMineResponse },
  dev_setInterval: { params: v.zRpcDevSetIntervalBody, result: v.zRpcDevSetIntervalResponse },
  dev_setTime: { params: v.zRpcDevSetTimeBody, result: v.zRpcDevSetTimeResponse },
  dev_fund: { params: v.zRpcDevFundBody, result: v.zRpcDevFundResponse },
  dev_snapshot: { result: v.zRpcDevSnapshotResponse },
  dev_revert: { params: v.zRpcDevRevertBody, result: v.zRpcDevRevertResponse },
  dev_reorg: { params: v.zRpcDevReorgBody, result: v.zRpcDevReorgResponse },
  dev_setFaults: { params: v.zRpcDevSetFaultsBody, result: v.zRpcDevSetFaultsResponse },
};

/** Headers that a request must not have, in lower case; a `*` at the end stands for any ending (decided). */
export const DEV_REFUSED_HEADERS: readonly string[] = [
  "forwarded",
  "x-forwarded-*",
  "x-real-ip",
  "via"
];

/** Defaults of a rule for injected faults (an extension). */
export const DEV_FAULT_DEFAULTS = {
  "status": 503,
  "delayMs": 0
} as const;
