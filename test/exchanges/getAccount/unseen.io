# An account that was never seen is not found

>>> GET {rest}/accounts/<unseen>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No account <unseen>"}, "meta": <meta>}
