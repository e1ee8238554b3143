/** Refusals in the words of real clients and providers. `sortRefusal` must recognise the kind of each. */
import type { Asked, NodeRefusal, Refusal } from '../src/nodeRefusals.ts'

export type Row = {
  who: string
  refusal: NodeRefusal
  asked?: Asked
  expected: Pick<Refusal, 'kind'> & Partial<Refusal>
}

type Code = NodeRefusal['code']
type Status = number

function row(
  who: string,
  code: Code,
  message: string,
  expected: Row['expected'] | Refusal['kind'],
  rest: { status?: Status; asked?: Asked } = {},
): Row {
  return {
    who,
    refusal: { httpStatus: rest.status ?? 200, code, message, retryAfter: null },
    ...(rest.asked && { asked: rest.asked }),
    expected: typeof expected === 'string' ? { kind: expected } : expected,
  }
}

const LOGS = { methods: ['eth_getLogs'] }
const CALL = { methods: ['eth_call'] }
const SEED = 'bsc-dataseed1.defibit.io'

const CLIENTS: Row[] = [
  row('geth', -32602, 'block range extends beyond current head block', 'behind'),
  row('geth', -32602, 'invalid block range params', 'behind'),
  row('geth', -32000, 'header not found', 'behind'),
  row('geth', -32000, 'unknown block', 'behind'),
  row('geth', 4444, 'pruned history unavailable', 'pruned'),
  row('geth', -32000, 'failed to get logs for block #0 (0xd4e567..cb8fa3)', 'pruned'),
  row('geth', -32000, `missing trie node ${'8b'.repeat(32)} (path ) state 0x8b is not available`, 'state'),
  row('geth', -32000, `historical state ${'19'.repeat(32)} is not available`, 'state'),
  row('geth', -32000, 'required historical state unavailable (reexec=128)', 'state'),
  row('geth', -32000, 'historical state not available in path scheme yet', 'state'),
  row('geth', -32002, 'request timed out', 'timeout'),
  row('geth', -32000, 'execution timeout', 'timeout'),
  row('geth', -32000, 'execution aborted (timeout = 5s)', 'timeout'),
  row('geth', -32003, 'response too large', 'range'),
  row('geth', -32600, 'batch too large', 'batch'),
  row('geth', -32601, 'the method eth_getLogs does not exist/is not available', 'method'),
  row('BSC', -32000, 'exceed maximum block range: 5000', { kind: 'range', largestRange: 5000 }),
  row('geth', -32602, 'exceed max addresses or topics per search position', 'broken'),
  row('Erigon', -32000, 'query returns too many logs, narrow your filter: 20000', {
    kind: 'range',
    largestRange: null,
  }),
  row(
    'Erigon',
    -32000,
    'old data not available due to pruning: requested block 16999999, history is available from block 22000000',
    'pruned',
  ),
  row(
    'Erigon',
    -32000,
    'state transitaion failed: seek with txNum=1962853355 but data before txNum=2662500000 is not available',
    'pruned',
  ),
  row('Erigon', -32000, 'history has been pruned for this block', 'pruned'),
  row('Erigon', -32000, 'block not found 11185311', 'behind'),
  row(
    'Erigon',
    -32600,
    'batch limit 100 exceeded (can increase by --rpc.batch.limit). Requested batch of size: 101',
    { kind: 'batch', largestBatch: 100 },
  ),
  row('Erigon', -32000, 'node is still initializing', 'behind'),
  row('Nethermind', -32001, "Receipt not available for 'From' block '11052984'.", 'pruned'),
  row('Nethermind', 4444, 'Pruned history unavailable', 'pruned'),
  row('Nethermind', -32005, 'Too many logs requested. Max logs per response is 20000.', {
    kind: 'range',
    largestRange: null,
  }),
  row('Nethermind', -32002, 'No state available for block 0x5f3c', 'state'),
  row('Nethermind', -32005, 'Batch size limit exceeded', 'batch'),
  row(
    'Nethermind',
    -32005,
    'Unable to rent an instance of IEthRpcModule. Too many concurrent requests.',
    'rate',
  ),
  row('Nethermind', -32016, 'eth_call request was canceled due to enabled timeout.', 'timeout'),
  row('reth', -32602, 'query exceeds max block range 100000', { kind: 'range', largestRange: 100_000 }),
  row('reth', -32602, 'query exceeds max results 20000, retry with the range 25583616-25585541', {
    kind: 'range',
    largestRange: null,
    suggested: { from: 25_583_616, to: 25_585_541 },
  }),
  row('reth', -32602, 'distance to target block exceeds maximum proof window', 'state'),
  row('reth', -32000, 'state at block #100 is pruned', 'state'),
  row('reth', -32008, 'Response is too big Exceeded max limit of 167772160', {
    kind: 'range',
    largestRange: null,
  }),
  row('reth', -32010, 'The batch request was too large Exceeded max limit of 50', {
    kind: 'batch',
    largestBatch: 50,
  }),
  row('reth', -32011, 'The batch response was too large', 'batch'),
  row('reth', -32005, 'Batched requests are not supported by this server', {
    kind: 'batch',
    largestBatch: 1,
  }),
  row('reth', -32009, 'Server is busy, try again later', 'rate'),
  row('anvil', -32602, 'BlockOutOfRangeError: block height is 5 but requested was 1005', 'behind'),
  row(
    'anvil',
    -32602,
    'Block requested not found. Request might be querying historical state that is not available. If possible, reformulate query to point to more recent blocks',
    'state',
  ),
  row('Besu', -32005, 'Requested range exceeds maximum range limit', 'range'),
]

const RANGES: Row[] = [
  row(
    'Alchemy',
    -32602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0xc5dc00, 0xc614a7]',
    { kind: 'range', largestRange: 2_000, suggested: { from: 0xc5dc00, to: 0xc614a7 } },
  ),
  row(
    'Alchemy',
    -32600,
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1180fca, 0x1180fd3]. Upgrade to PAYG for expanded block range.',
    { kind: 'range', largestRange: 10, suggested: { from: 0x1180fca, to: 0x1180fd3 } },
    { status: 400 },
  ),
  row('Alchemy', -32000, 'Query timeout exceeded. Consider reducing your block range.', 'timeout'),
  row('Infura', -32005, 'query returned more than 10000 results', { kind: 'range', largestRange: null }),
  row(
    'Infura',
    -32005,
    'query returned more than 10000 results. Try with this block range [0x38A21, 0x38A2B].',
    { kind: 'range', largestRange: null, suggested: { from: 0x38a21, to: 0x38a2b } },
  ),
  row('Infura', -32602, 'range 1000000 exceeds limit of 10000', { kind: 'range', largestRange: 10_000 }),
  row('Infura', -32602, 'This query contains 5006 filters. The current limit is 5000.', 'broken'),
  row(
    'QuickNode',
    -32614,
    'eth_getLogs is limited to a 10,000 range',
    { kind: 'range', largestRange: 10_000 },
    { status: 413 },
  ),
  row('QuickNode', -32602, 'eth_getLogs is limited to a 5 range', { kind: 'range', largestRange: 5 }),
  row('Ankr', -32600, 'block range is too wide', 'range'),
  row('Ankr', -32062, 'Block range is too large', 'range', { status: 400 }),
  row('Ankr', -32600, 'query exceeds max results 20000', { kind: 'range', largestRange: null }),
  row('Ankr', -32000, 'maximum [from, to] blocks distance: 10000', { kind: 'range', largestRange: 10_000 }),
  row(
    'Chainstack',
    -32602,
    'Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits#evm-range-limits',
    { kind: 'range', largestRange: null },
    { status: 400 },
  ),
  row(
    'dRPC',
    35,
    'ranges over 10000 blocks are not supported on freetier',
    { kind: 'range', largestRange: 10_000 },
    { status: 400 },
  ),
  row(
    'dRPC',
    35,
    'ranges over 10000 blocks are not supported on free plan',
    { kind: 'range', largestRange: 10_000 },
    { status: 400 },
  ),
  row('dRPC', 30, 'Request timeout on the free tier, please upgrade your tier to the paid one', 'timeout', {
    status: 408,
  }),
  row('1RPC', -32602, 'eth_getLogs is limited to 0 - 50 blocks range', { kind: 'range', largestRange: 50 }),
  row('1RPC', -32602, 'eth_getLogs is limited to a 1000 blocks range', {
    kind: 'range',
    largestRange: 1_000,
  }),
  row('1RPC', -32000, 'response size should not greater than 10000000 bytes', {
    kind: 'range',
    largestRange: null,
  }),
  row(
    'BlockPI',
    -32602,
    'eth_getLogs is limited to 1024 block range. Please check the parameter requirements',
    {
      kind: 'range',
      largestRange: 1_024,
    },
  ),
  row('NodeReal', -32005, 'exceed maximum block range: 50000', { kind: 'range', largestRange: 50_000 }),
  row('publicnode', -32701, 'exceed maximum block range: 50000', { kind: 'range', largestRange: 50_000 }),
  row(
    'Cloudflare',
    -32047,
    "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800",
    { kind: 'range', largestRange: 800 },
  ),
  row('LlamaRPC', -32602, 'query exceeds max results 20000, retry with the range 100-200', {
    kind: 'range',
    largestRange: null,
    suggested: { from: 100, to: 200 },
  }),
  row('thirdweb', -32602, 'Maximum allowed number of requested blocks is 1000', {
    kind: 'range',
    largestRange: 1_000,
  }),
  row('Tenderly', -32005, 'query returned more than 20000 results', { kind: 'range', largestRange: null }),
  row('Blast', -32600, 'eth_getLogs exceeds the range allowed for your plan (5001 > 5000)', {
    kind: 'range',
    largestRange: 5_000,
  }),
  row('Coinbase', -32602, 'please limit the query to at most 1000 blocks', {
    kind: 'range',
    largestRange: 1_000,
  }),
  row('Merkle', -32603, 'eth_getLogs range is too large, max is 1k blocks', {
    kind: 'range',
    largestRange: 1_000,
  }),
  row('OP proxyd', -32020, 'backend response too large', 'range'),
  row('Base', -32602, 'block range too large', 'range'),
  row('Avalanche', -32000, 'requested too many blocks from 1 to 5000, maximum is set to 2048', {
    kind: 'range',
    largestRange: 2_048,
  }),
  row('Moonriver', -32603, 'block range is too wide (maximum 1024)', { kind: 'range', largestRange: 1_024 }),
  row('Harmony', -32000, 'query must be smaller than size 1024', { kind: 'range', largestRange: 1_024 }),
  row('Hyperliquid', -32602, 'query exceeds max block range 50', { kind: 'range', largestRange: 50 }),
  row('Swell', -32602, 'block range greater than 1000 max', { kind: 'range', largestRange: 1_000 }),
  row('Somnia', -32000, 'block range exceeds 1000', { kind: 'range', largestRange: 1_000 }),
  row('Aurora', -32005, 'You can request up to a 2000 block range', { kind: 'range', largestRange: 2_000 }),
  row('TRON', -32600, 'exceed max block range: 5000', { kind: 'range', largestRange: 5_000 }),
  row(
    'Morph',
    -32000,
    'block range is larger than max block range, block range = 5120, max block range = 5000',
    {
      kind: 'range',
    },
  ),
  row('Arbitrum', -32000, 'logs matched by query exceeds limit of 10000', {
    kind: 'range',
    largestRange: null,
  }),
  row('Altitude', -32005, 'allowed block range threshold exceeded', 'range'),
  row('GetBlock', -32600, 'block range too high', 'range'),
]

const SPEED: Row[] = [
  row(
    'Alchemy',
    429,
    'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.',
    'rate',
    { status: 429 },
  ),
  row(
    'Alchemy',
    429,
    'Monthly capacity limit exceeded. Visit https://dashboard.alchemy.com/settings/billing to upgrade your scaling policy for continued service.',
    'plan',
    { status: 429 },
  ),
  row('Infura', -32005, 'daily request count exceeded, request rate limited', 'plan'),
  row('Infura', -32005, 'project ID request rate exceeded', 'rate'),
  row(
    'QuickNode',
    -32007,
    '50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com',
    'rate',
  ),
  row('QuickNode', -32003, 'daily request limit reached - upgrade your account to continue', 'plan'),
  row('QuickNode', -32012, 'credits limited to 6000/sec', 'rate'),
  row('Ankr', -32090, 'Too many requests, reason: call rate limit exhausted, retry in 10s', {
    kind: 'rate',
    retryAfter: 10_000,
  }),
  row('Ankr', -32090, 'Too many requests, reason: call rate limit exhausted, retry in 10m0s', {
    kind: 'rate',
    retryAfter: 600_000,
  }),
  row('Chainstack', -32005, "You've exceeded the RPS limit available on the current plan.", 'rate'),
  row(
    'Chainstack',
    -32005,
    'You have exceeded the monthly quota of request units, enable pay-as-you-go',
    'plan',
  ),
  row('dRPC', 15, 'You reached Public endpoint rate limit, please upgrade to paid plan', 'rate', {
    status: 429,
  }),
  row('1RPC', -32001, "You've reached the usage limit for your current plan. Please upgrade", 'plan'),
  row('1RPC', -32001, 'Exceeded the quota usage', 'plan'),
  row('NodeReal', -32005, "You've reached your monthly quota limit", 'plan'),
  row('NodeReal', -32005, 'CUPS limit exceeded', 'rate'),
  row('OP proxyd', -32016, 'over rate limit', 'rate', { status: 429 }),
  row('LlamaRPC', null, 'error code: 1015', 'rate', { status: 429 }),
  row('a node', -32005, 'limit exceeded', 'rate'),
  row('a node', -32005, 'no message', 'rate'),
  row('a node', -32000, 'rate limit exceeded', 'rate'),
  row('a node', -32007, 'no message', 'rate'),
  row('a node', null, 'Too Many Requests', 'rate', { status: 429 }),
  row('a node', null, 'HTTP 429', 'rate', { status: 429 }),
  row('a node', null, 'HTTP 402', 'plan', { status: 402 }),
  row(
    'a node',
    -32005,
    'Rate limit exceeded. To obtain higher limits, please request a personal token from the archive team.',
    'rate',
  ),
  row('a seed, not asked for logs', -32005, 'limit exceeded', 'rate', {
    asked: { host: SEED, ...CALL },
  }),
]

const BATCHES: Row[] = [
  row(
    'dRPC',
    31,
    'Batch of more than 3 requests are not allowed on free tier, to use this feature register paid account at drpc.org',
    { kind: 'batch', largestBatch: 3 },
    { status: 500 },
  ),
  row('a node', -32600, 'Too many requests in batch (max 20)', { kind: 'batch', largestBatch: 20 }),
  row('a node', -32600, 'exceeded maximum batch size of 100', { kind: 'batch', largestBatch: 100 }),
  row('a node', -32600, 'batch size too large', { kind: 'batch', largestBatch: null }),
  row('a node', -32600, 'batch requests are not supported', { kind: 'batch', largestBatch: 1 }),
]

const HISTORY: Row[] = [
  row(
    'Chainstack',
    -32002,
    'Archive, Debug and Trace requests are not available on your current plan.',
    'pruned',
    { status: 403, asked: LOGS },
  ),
  row(
    'Chainstack',
    -32002,
    'Archive, Debug and Trace requests are not available on your current plan.',
    'state',
    { status: 403, asked: CALL },
  ),
  row(
    'publicnode',
    -32602,
    'Archive requests require a personal token. Get one at: https://www.allnodes.com/publicnode',
    'pruned',
    { asked: LOGS },
  ),
  row(
    'publicnode',
    -32701,
    'History has been pruned for this block. To remove restrictions, order a node',
    'pruned',
  ),
  row('dRPC', 27, 'Unknown state. First available state is 1', 'state', { status: 400 }),
  row('dRPC', 26, 'Unknown block', 'behind', { status: 400 }),
  row('dRPC', 21, 'upstream does not have the block yet', 'behind'),
  row('OP proxyd', -32019, 'block is out of range', 'behind'),
  row(
    'Celo',
    -32801,
    'no historical RPC is available for this historical (pre-L2) execution request',
    'state',
  ),
]

const REFUSED: Row[] = [
  row('Binance’s seed', -32005, 'limit exceeded', 'method', { asked: { host: SEED, ...LOGS } }),
  row('a seed', -32005, 'limit exceeded', 'method', {
    asked: { host: 'bsc-dataseed.bnbchain.org', ...LOGS },
  }),
  row(
    'publicnode',
    -32701,
    'Please specify an address in your request or, to remove restrictions, order a dedicated full node here: https://www.allnodes.com/eth/host',
    'method',
  ),
  row('Merkle', -32601, 'Method not found', 'method'),
  row('Meow', -32000, 'The method eth_getLogs is not supported.', 'method'),
  row('a node', -32000, 'method is not whitelisted', 'method'),
  row('Alchemy', -32600, 'Must be authenticated!', 'credentials', { status: 401 }),
  row(
    'Ankr',
    -32000,
    'Unauthorized: You must authenticate your request with an API key. Create an account on https://www.ankr.com/rpc/',
    'credentials',
  ),
  row('NodeReal', -32000, 'API key not found', 'credentials'),
  row('dRPC', 4, 'token is invalid', 'credentials'),
  row('BlockPI', -32000, 'apikey is on another chain', 'credentials'),
  row('publicnode', -32602, 'Request blocked', 'credentials', { status: 403 }),
  row('Cloudflare', null, 'error code: 1010', 'credentials', { status: 403 }),
  row(
    'Blast',
    null,
    "Blast API is no longer available. Please update your integration to use Alchemy's API instead",
    'credentials',
    { status: 403 },
  ),
  row('a node', null, 'HTTP 403', 'credentials', { status: 403 }),
  row('Cloudflare', -32603, 'Internal error', 'broken'),
  row(
    'dRPC',
    12,
    "Can't route your request to suitable provider, if you specified certain providers revise the list",
    'broken',
  ),
  row('dRPC', 19, 'Temporary internal error. Please retry, trace-id: 4a5f', 'broken', { status: 500 }),
  row('Base', -32011, 'no backend is currently healthy to serve traffic', 'broken', { status: 503 }),
  row('a node', null, 'HTTP 503', 'broken', { status: 503 }),
  row('a node', null, '<html><head><title>502 Bad Gateway</title></head></html>', 'broken', { status: 502 }),
  row('a node', null, 'HTTP 504', 'timeout', { status: 504 }),
  row('a node', null, 'HTTP 413', 'range', { status: 413 }),
  row('a node', -32603, 'no message', 'broken'),
]

export const TABLE: readonly Row[] = [...CLIENTS, ...RANGES, ...SPEED, ...BATCHES, ...HISTORY, ...REFUSED]
