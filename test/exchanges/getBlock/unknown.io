# A block that is not there is not found

>>> GET {rest}/blocks/999999999
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No block 999999999"}, "meta": <meta>}

>>> GET {rest}/blocks/9007199254740991
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No block 9007199254740991"}, "meta": <meta>}

>>> GET {rest}/blocks/0xabababababababababababababababababababababababababababababababab
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No block 0xabababababababababababababababababababababababababababababababab"}, "meta": <meta>}
