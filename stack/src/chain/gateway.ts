/**
 * The gateway through which apps and wallets reach the embedded chain. It forwards every byte unchanged, over HTTP and WebSocket, and
 * lets the chain make a new block before each request. Our own servers connect to the node directly, so they trigger no blocks.
 */
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Miner } from './miner.ts'

export type Gateway = { readonly port: number; stop(): Promise<void> }

/** The node's own methods that change its state without a transaction. */
const CHANGES_STATE = /"(?:anvil|hardhat|evm)_/
const SENDS = /"eth_send/
/** Disables automatic blocks: the chain mines only on request, so that a transaction can stay pending. */
const HOLDS_BLOCKS = /"evm_setAutomine","params":\[false\]/
const ASKS_FOR_BLOCK = /"(?:anvil|hardhat|evm)_mine"/

/**
 * @param port TCP port on 127.0.0.1; 0: any free port
 * @throws if the port is taken
 */
export async function openGateway(port: number, nodePort: number, miner: Miner): Promise<Gateway> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const node = connect(nodePort, '127.0.0.1')
    for (const socket of [client, node]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.once('close', () => open.delete(socket))
    }
    let sends = false
    const requests = new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        const text = chunk.toString('latin1')
        if (SENDS.test(text)) sends = true
        if (CHANGES_STATE.test(text)) miner.changed()
        if (HOLDS_BLOCKS.test(text)) miner.hold()
        if (ASKS_FOR_BLOCK.test(text)) miner.resume()
        void miner.asked().then(() => pass(null, chunk))
      },
    })
    node.on('data', () => {
      if (sends) miner.sent()
      sends = false
    })
    // Either side may close at any moment; pipeline then closes the other.
    pipeline(client, requests, node).catch(() => {})
    pipeline(node, client).catch(() => {})
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
