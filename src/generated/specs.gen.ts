// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "6071a65835882d509304770be6786967b62cc4cf559f59a3b5c396e44d0803f3"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "8174b1b2a6ca78e282fb64ec05224aba289fe7834630aad1be2ecd7ab3c7bfa7"
  }
} as const;
