// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "61f8826c8e19fd1d5e6c71425e925740dda687cc8edfb903be9b982aa5e6cac8"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "a88058a8c95cb6b9ad0073da18a55df1e588b8c83d1bc01b5024212f8fb5b7ff"
  }
} as const;
