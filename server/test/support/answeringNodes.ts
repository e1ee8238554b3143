/** Nodes whose answers the test decides. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type AnsweringNodes = {
  /** the addresses of the first `count` nodes */
  urls(count: number): string[]
  stop(): void
}

/** @param answer called for each request, with the index of the node from 0 */
export async function startNodes(
  count: number,
  answer: (place: number, request: IncomingMessage, response: ServerResponse) => void,
): Promise<AnsweringNodes> {
  const servers = Array.from({ length: count }, (_, place) =>
    createServer((request, response) => answer(place, request, response)).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const all = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    urls: (wanted) => all.slice(0, wanted),
    stop: () => {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}
