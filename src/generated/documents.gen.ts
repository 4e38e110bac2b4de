// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "06b006b525629031a37d69659d409e31135a7dd8da01cf6f7a69350443b983fc"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "4116b11c2f9b8b480f8b7b80442323a2baf60a42d426ab5d2073c5b6c3e29fd2"
  }
} as const;
