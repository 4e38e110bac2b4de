# Tokens are not there yet
chains: delta

>>> GET {rest}/accounts/<account 0>/tokens
<<< 500
{"success": false, "error": {"code": "INTERNAL_ERROR", "message": "Internal error"}, "meta": <meta>}
