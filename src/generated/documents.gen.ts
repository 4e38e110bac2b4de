// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "18281bed4e6dd9745f2aea2c63510920b77fc69dd618e79e5a98fd860e8e4752"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "2ca0814000da5b98eb6b63a98afa1afa5401b59a335aa1361857a3134959b611"
  }
} as const;
