# A type that is none is refused

>>> GET {rest}/transactions?type=coinbase
<<< 400
@alpha {"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer on alpha, got \"coinbase\""}, "meta": <meta>}
@delta {"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer, token_transfer, delegate, undelegate, claim_rewards, propose, vote on delta, got \"coinbase\""}, "meta": <meta>}

>>> GET {rest}/transactions?type=Transfer
<<< 400
@alpha {"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer on alpha, got \"Transfer\""}, "meta": <meta>}
@delta {"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer, token_transfer, delegate, undelegate, claim_rewards, propose, vote on delta, got \"Transfer\""}, "meta": <meta>}

>>> GET {rest}/transactions?type=
<<< 400
@alpha {"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer on alpha, got \"\""}, "meta": <meta>}
@delta {"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer, token_transfer, delegate, undelegate, claim_rewards, propose, vote on delta, got \"\""}, "meta": <meta>}

>>> GET {rest}/transactions?type=all&type=transfer
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be given once, got [\"all\",\"transfer\"]"}, "meta": <meta>}
