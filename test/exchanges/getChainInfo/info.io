# State of the chain

>>> GET {rest}/chain/info
<<< 200
{
  "success": true,
  "data": {
    "chain": <chain>,
    "network": <network>,
    "version": <version>,
    "blockHeight": <height>,
    "blockTime": <number>,
    "totalTransactions": <counter>,
    "activeValidators": <counter>
  },
  "meta": <meta>
}
