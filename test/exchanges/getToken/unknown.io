# An address of no token is not found
chains: delta

>>> GET {rest}/tokens/<unseen>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No token <unseen>"}, "meta": <meta>}

>>> GET {rest}/tokens/<account 0>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No token <account 0>"}, "meta": <meta>}
