# The transactions of an account that was never seen are not found

>>> GET {rest}/accounts/<unseen>/transactions
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No account <unseen>"}, "meta": <meta>}
