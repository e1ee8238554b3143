/** A second Prometheus, which reads examples of the alerts' series and sends to the kit's Alertmanager. */
import { mkdirSync, writeFileSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { hostOf, rulesAtOnce, type Machines } from './machines.ts'
import { KEEPER } from './place.ts'
import type { Unit } from './processes.ts'
import { unitOf } from './units.ts'

export const EXAMPLES = `${KEEPER}-examples`

export function exampleUnit(machines: Machines): Unit {
  const { folder, ports, user } = machines
  const own = join(folder, KEEPER, 'examples')
  mkdirSync(own, { recursive: true })
  if (user !== undefined) chownSync(own, user.uid, user.gid)
  const [rules, file] = [join(own, 'rules.yml'), join(own, 'prometheus.yml')]
  writeFileSync(rules, rulesAtOnce(machines, KEEPER))
  const { alertmanager } = hostOf(machines, KEEPER).ports
  writeFileSync(
    file,
    JSON.stringify({
      global: { scrape_interval: '500ms', evaluation_interval: '500ms', scrape_timeout: '500ms' },
      rule_files: [rules],
      alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${alertmanager}`] }] }] },
      scrape_configs: [
        {
          job_name: 'examples',
          honor_labels: true,
          static_configs: [{ targets: [`127.0.0.1:${ports.examples}`] }],
        },
      ],
    }),
  )
  return {
    ...unitOf(machines, KEEPER, 'prometheus'),
    name: EXAMPLES,
    parameters: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(own, 'data')}`,
      `--web.listen-address=127.0.0.1:${ports.examplesPrometheus}`,
    ],
  }
}
