// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "2acd6d706602e4e4d74b99869393c88905f53494a063a1e9f409ab94d564dca0"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "29d160a7c7ab67c7a4c331cd4ee035d90c4629c9189d7d64d4cc54b58fc4531a"
  }
} as const;
