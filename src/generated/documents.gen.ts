// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "9d7046b348f720d7329eface840c732b3153ddda3acdb9d6c614a61f55035c77"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "362553bd5fcfbae9bd1af26eda1a221e9b9583d043550c4f358a06013e470f7d"
  }
} as const;
