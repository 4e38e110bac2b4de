// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "9318bd2e4f6999ff0b7462ba697b04e5cb3b89e56c44abbd1d942e40777172aa"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "737064e0bdd985bdd1894202060d71b1fde8e968a145d2570d1ae26fd4af8264"
  }
} as const;
