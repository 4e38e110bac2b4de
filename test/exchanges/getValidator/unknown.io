# An address of no validator is not found
chains: delta

>>> GET {rest}/validators/<unseen>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No validator <unseen>"}, "meta": <meta>}

>>> GET {rest}/validators/<account 0>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No validator <account 0>"}, "meta": <meta>}
