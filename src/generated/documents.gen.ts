// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "3cfc4522636fcbd0d1160a51903f85d2fd698ab36d1831cffde4c9acb0333b52"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "1401fc9443a69ffa355dd5de4434d9111b4d4ba7d604a00c6884091b72825fb2"
  }
} as const;
