# What a client has already is not sent again

>>> GET {rest}/blocks/3
<<< 200
ETag: W/"<text>"
Cache-Control: no-cache
{"success": true, "data": <any>, "meta": <meta>}

>>> GET {rest}/blocks/3
If-None-Match: *
<<< 304
ETag: W/"<text>"
Cache-Control: no-cache

>>> GET {rest}/blocks
If-None-Match: *
<<< 304
ETag: W/"<text>"

>>> GET {rest}/blocks/3
If-None-Match: W/"another"
<<< 200
{"success": true, "data": <any>, "meta": <meta>}
