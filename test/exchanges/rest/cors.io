# Any web page may ask

>>> OPTIONS {rest}/blocks
Origin: https://page.test
Access-Control-Request-Method: GET
<<< 204
Access-Control-Allow-Origin: *
Access-Control-Allow-Methods: GET, HEAD, POST, OPTIONS
Access-Control-Allow-Headers: <text>Content-Type<text>

>>> OPTIONS {rpc}
<<< 204
Access-Control-Allow-Origin: *

>>> GET {rest}/chain/info
<<< 200
Access-Control-Allow-Origin: *
{
  "success": true,
  "data": <any>,
  "meta": <meta>
}

>>> GET {rest}/nowhere
<<< 404
Access-Control-Allow-Origin: *
{"success": false, "error": {"code": "NOT_FOUND", "message": "<text>"}, "meta": <meta>}
