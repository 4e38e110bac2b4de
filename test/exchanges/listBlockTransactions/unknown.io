# The transactions of a block that is not there are not found

>>> GET {rest}/blocks/999999999/transactions
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No block 999999999"}, "meta": <meta>}
