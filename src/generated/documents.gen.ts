// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "9d7046b348f720d7329eface840c732b3153ddda3acdb9d6c614a61f55035c77"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "022ddb00e506672cc2acd88805e8449951a8c4578efce738fd2d456c613672e2"
  }
} as const;
