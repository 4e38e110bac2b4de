// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
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

/** Table of the methods, for use at run time. */
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
        "expected": "an integer from 0 to 9007199254740991 or a string matching ^(latest|0|[1-9][0-9]{0,15})$",
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

/** The simplified calls. */
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
    "chains": [
      "alpha",
      "delta"
    ]
  }
};

/** The methods that a WebSocket alone serves. */
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
   * End a subscription.
   */
  chain_unsubscribe: {
    params: [subscription: Types.RpcChainUnsubscribeBody["subscription"]];
    result: Types.RpcChainUnsubscribeResponse;
    chains: "alpha" | "delta";
  };
}

/** Table of the methods on a WebSocket only. */
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
