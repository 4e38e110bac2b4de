# A type that the chain does not have is refused
chains: alpha

>>> GET {rest}/transactions?type=vote
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer on alpha, got \"vote\""}, "meta": <meta>}

>>> GET {rest}/transactions?type=token_transfer
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer on alpha, got \"token_transfer\""}, "meta": <meta>}

>>> GET {rest}/transactions?type=delegate
<<< 400
{"success": false, "error": {"code": "INVALID_PARAM", "message": "type must be one of all, transfer on alpha, got \"delegate\""}, "meta": <meta>}
