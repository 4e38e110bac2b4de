// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "333734920781ee9ee6196ea34f7b5a87e7dd6e477e66cb1467007ee3e3c36553"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "491502d946bea089d8cdcba8614af688390cb10e0b323cb470dfaf3094a9647d"
  }
} as const;
