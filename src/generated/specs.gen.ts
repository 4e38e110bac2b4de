// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "8c1cb37eee931c551a8a9a2d9dd147ca2cd1c0d09f03a4a52e0da4744a886e0e"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "ebbdf8691bf353eaae5f15ba5816fd08cd7490ee90d762d981451a682fc08222"
  }
} as const;
