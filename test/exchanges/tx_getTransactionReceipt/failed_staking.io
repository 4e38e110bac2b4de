# Staking with who is no validator, and taking out more than is staked: in a block, charged, without logs
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

let stake = delegate from 3 validator <gold> value 5

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<stake.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <stake.txHash>, "status": "pending"}}

wait for <stake.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<stake.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <stake.txHash>,
    "blockNumber": <height stakeBlock>,
    "blockHash": <hash>,
    "status": 0,
    "gasUsed": <stake.gasLimit>,
    "logs": []
  }
}

let out = undelegate from 3 value 5000000000000000000000000000

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<out.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <out.txHash>, "status": "pending"}}

wait for <out.txHash>

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<out.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <out.txHash>,
    "blockNumber": <height outBlock>,
    "blockHash": <hash>,
    "status": 0,
    "gasUsed": <out.gasLimit>,
    "logs": []
  }
}

