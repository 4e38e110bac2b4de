// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "3cfc4522636fcbd0d1160a51903f85d2fd698ab36d1831cffde4c9acb0333b52"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "362553bd5fcfbae9bd1af26eda1a221e9b9583d043550c4f358a06013e470f7d"
  }
} as const;
