// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "8c1cb37eee931c551a8a9a2d9dd147ca2cd1c0d09f03a4a52e0da4744a886e0e"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "652acd8cc368392e066af2165b323a4c15982f809d1856328cf1935b6fc1ac55"
  }
} as const;
