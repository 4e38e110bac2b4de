# A type that is none is refused

>>> GET {rest}/transactions?type=coinbase
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of \"all\", \"transfer\", \"token_transfer\", \"delegate\", \"undelegate\", \"claim_rewards\", \"propose\", \"vote\", got \"coinbase\""}, "meta": <meta>}

>>> GET {rest}/transactions?type=Transfer
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of \"all\", \"transfer\", \"token_transfer\", \"delegate\", \"undelegate\", \"claim_rewards\", \"propose\", \"vote\", got \"Transfer\""}, "meta": <meta>}

>>> GET {rest}/transactions?type=
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of \"all\", \"transfer\", \"token_transfer\", \"delegate\", \"undelegate\", \"claim_rewards\", \"propose\", \"vote\", got \"\""}, "meta": <meta>}

>>> GET {rest}/transactions?type=all&type=transfer
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be given once, got [\"all\",\"transfer\"]"}, "meta": <meta>}
