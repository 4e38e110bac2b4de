# An account that was never seen is not found
chains: delta

>>> GET {rest}/accounts/<unseen>/tokens
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No account <unseen>"}, "meta": <meta>}
