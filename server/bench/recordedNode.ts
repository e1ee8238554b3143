/** A node in a process of its own that serves a recorded chain over HTTP; tells its address and the chain's figures to who started it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Call } from '../src/chain/rpc/jsonRpc.ts'
import { recordChain, type RecordedSize } from './recordedChain.ts'

export type NodeStarted = { url: string }

const chain = recordChain(JSON.parse(process.argv[2]!) as RecordedSize)
const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const calls = JSON.parse(Buffer.concat(chunks).toString()) as (Call & { id: number })[]
    const results = chain.askText(calls)
    response.setHeader('content-type', 'application/json')
    response.end(
      `[${results.map((text, index) => `{"jsonrpc":"2.0","id":${calls[index]!.id},"result":${text}}`).join()}]`,
    )
  })()
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies NodeStarted)
})
process.once('disconnect', () => process.exit(0))
