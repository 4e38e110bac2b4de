# More tokens than the sender has, and a contract that is none: in a block, charged, without logs
chains: delta

>>> GET {rest}/accounts/<account 0>/tokens
<<< 200
{
  "success": true,
  "data": {
    "tokens": [
      {"contract": <address gold>, "symbol": "GLD", "decimals": 6, "balance": <amount>},
      {"contract": <address silver>, "symbol": "SLV", "decimals": 18, "balance": <amount>}
    ]
  },
  "meta": <meta>
}

>>> GET {rest}/validators?status=all&limit=1
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address validator>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": 6}
  },
  "meta": <meta>
}

let much = token_transfer from 3 contract <gold> to <validator> value 1000000000000000000000000

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<much.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <much.txHash>, "status": "pending"}}

wait for <much.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<much.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <much.txHash>,
    "blockNumber": <height muchBlock>,
    "blockHash": <hash>,
    "status": 0,
    "gasUsed": <much.gasLimit>,
    "logs": []
  }
}

let other = token_transfer from 3 contract <validator> to <gold> value 0

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<other.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <other.txHash>, "status": "pending"}}

wait for <other.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<other.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <other.txHash>,
    "blockNumber": <height otherBlock>,
    "blockHash": <hash>,
    "status": 0,
    "gasUsed": <other.gasLimit>,
    "logs": []
  }
}

