/** A node in a separate process that serves a recorded chain over HTTP. Sends its address and the chain's figures to its parent process. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Call } from '@galx/server/chain/rpc/jsonRpc'
import { recordChain, type RecordedFigures, type RecordedSize } from './recordedChain.ts'

export type NodeStarted = RecordedFigures & { url: string }

const { answer, ask: _inThisProcess, ...figures } = recordChain(JSON.parse(process.argv[2]!) as RecordedSize)
const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    type Request = Call & { id: number }
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Request | Request[]
    const calls = [asked].flat()
    response.setHeader('content-type', 'application/json')
    for (const [index, call] of calls.entries()) {
      response.write(`${index === 0 ? '[' : ','}{"jsonrpc":"2.0","id":${call.id},"result":`)
      for (const piece of answer(call)) response.write(piece)
      response.write('}')
    }
    response.end(']')
  })()
})
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.send?.({ ...figures, url } satisfies NodeStarted)
})
process.once('disconnect', () => process.exit(0))
