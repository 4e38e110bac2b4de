// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "796570c9d8eeeccd26c10f2260d645eca9592cf68978076bb3bf2cc6742a026d"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "90fb4fecd4ce4e49a31f7d7c0e372d6ac049af094fd54b3e23e5d4195bf9c46b"
  }
} as const;
