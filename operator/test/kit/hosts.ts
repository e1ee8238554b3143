/** Hosts files for tests. */
import type { HostsFile } from '../../src/kit/hostsFile.ts'

const SETTINGS = {
  domain: 'galx.test',
  apiDomain: 'api.galx.test',
  btcApiDomain: 'btc.galx.test',
  nodes: ['https://one.node.test', 'https://two.node.test/key'],
  publicNode: 'https://public.node.test',
  coSigner: 'beside the signer',
  explorer: 'https://bscscan.com',
  deploymentFile: 'deployment.json',
  alerts: { webhook: 'https://alerts.galx.test/hook', runbook: 'https://docs.galx.test/runbook.md' },
}

export const SINGLE: HostsFile = {
  ...SETTINGS,
  backup: { path: '/mnt/backup/galx' },
  hosts: [{ name: 'one', address: '10.0.0.1' }],
}

export const HA: HostsFile = {
  ...SETTINGS,
  alerts: { ...SETTINGS.alerts, heartbeat: 'https://switch.galx.test/beat' },
  hosts: [
    { name: 'a', address: '10.0.0.1', roles: ['etcd', 'database', 'app', 'edge'], ssh: 'root@10.0.0.1' },
    { name: 'b', address: '10.0.0.2', roles: ['etcd', 'database', 'app', 'edge'], ssh: 'root@10.0.0.2' },
    {
      name: 'c',
      address: '10.0.0.3',
      roles: ['etcd', 'signer', 'redis', 'backup', 'monitor'],
      ssh: 'root@10.0.0.3',
    },
  ],
}
