// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "2bf2453eaa5f466bcf11ab1249169b8c39b5c4786db1a2dab6e67337db92abd6"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "9a04fb2aa991d8e943c83287e878069d6ee7d07166db59d5abd2805303f51fd0"
  }
} as const;
