/** Receives Alertmanager's notifications, like a pager. */
import { now } from './clock.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'

type Arrival = { at: number; name: string; status: string }
export type Webhook = { arrivals: Arrival[]; stop(): Promise<void> }

export async function startWebhook(port: number): Promise<Webhook> {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.end()
      const { alerts } = JSON.parse(Buffer.concat(chunks).toString()) as {
        alerts: { status: string; labels: { alertname: string } }[]
      }
      for (const { status, labels } of alerts) arrivals.push({ at: now(), name: labels.alertname, status })
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    arrivals,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
