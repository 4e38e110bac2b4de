// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "9318bd2e4f6999ff0b7462ba697b04e5cb3b89e56c44abbd1d942e40777172aa"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "b0b2f5a1856c8e7b309bf98968b54ead03116e2b409678817595981406fb09f3"
  }
} as const;
