/** Hosts files for tests. */
import type { HostsFile } from '../../src/kit/hostsFile.ts'

const SETTINGS = {
  domain: 'galx.test',
  apiDomain: 'api.galx.test',
  btcApiDomain: 'btc.galx.test',
  nodes: ['https://one.node.test', 'https://two.node.test/key'],
  publicNode: 'https://public.node.test',
  explorer: 'https://bscscan.com',
  deploymentFile: 'deployment.json',
  alerts: { webhook: 'https://alerts.galx.test/hook', runbook: 'https://docs.galx.test/runbook.md' },
}

export const SINGLE: HostsFile = {
  ...SETTINGS,
  backup: { path: '/mnt/backup/galx' },
  hosts: [{ name: 'one', address: '10.0.0.1' }],
}

/** Host `c` has the keys of both signer and co-signer, which only a trial may have on one host. */
export const HA: HostsFile = {
  ...SETTINGS,
  alerts: { ...SETTINGS.alerts, heartbeat: 'https://switch.galx.test/beat' },
  hosts: [
    { name: 'a', address: '10.0.0.1', roles: ['etcd', 'database', 'app', 'edge'], ssh: 'root@10.0.0.1' },
    { name: 'b', address: '10.0.0.2', roles: ['etcd', 'database', 'app', 'edge'], ssh: 'root@10.0.0.2' },
    {
      name: 'c',
      address: '10.0.0.3',
      roles: ['etcd', 'signer', 'cosigner', 'redis', 'backup', 'monitor'],
      ssh: 'root@10.0.0.3',
    },
  ],
}

const CO_SIGNER: HostsFile['hosts'][number] = {
  name: 'd',
  address: '10.0.0.4',
  roles: ['cosigner'],
  nodes: ['https://third.node.test'],
  ssh: 'root@10.0.0.4',
}

/** SINGLE and HA with the co-signer on a separate host, as on mainnet. */
export const APART: Record<'single' | 'ha', HostsFile> = {
  single: {
    ...SINGLE,
    hosts: [{ ...SINGLE.hosts[0]!, ssh: 'root@10.0.0.1' }, CO_SIGNER],
  },
  ha: {
    ...HA,
    hosts: [
      ...HA.hosts.map((host) => ({ ...host, roles: host.roles!.filter((role) => role !== 'cosigner') })),
      CO_SIGNER,
    ],
  },
}
