// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
import type * as Types from "./types.gen.ts";
import type { MethodValidators } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";

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

/** Table of these methods, for use at run time. */
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
        "expected": "a string matching ^(0|[1-9][0-9]*)$",
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

/** Validators of these methods. */
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
