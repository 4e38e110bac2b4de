# A hash of no transaction is not found

>>> GET {rest}/transactions/0xabababababababababababababababababababababababababababababababab
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No transaction 0xabababababababababababababababababababababababababababababababab in a block"}, "meta": <meta>}
