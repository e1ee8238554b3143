/** nftables: the ports of a host that other machines reach, and the machines that reach them. A person switches it on. */
import { coSignsAlone, hostsWith, type Host, type Plan } from '../plan.ts'
import type { Service } from '../rendered.ts'
import { galxFolder } from './environments.ts'

/** Opens ports for everyone, or only for the named addresses. */
export type Opening = { what: string; ports: readonly number[]; from?: readonly string[] }

/** Debian's nftables reads /etc/nftables.conf, which includes this file. */
export const firewall: Service = (plan, host) => [
  { target: `${galxFolder(host)}/firewall.nft`, content: ruleset(openings(plan, host)), mode: 0o644 },
]

/** Only the programs of the kit's other hosts reach a host's internal ports, and only the signers reach the co-signer. */
export function openings(plan: Plan, host: Host): Opening[] {
  const { roles, ports } = host
  const addressesOf = (hosts: readonly Host[]) =>
    [...new Set(hosts.filter((other) => other !== host).map(({ address }) => address))].sort()
  // A co-signer alone on its host connects to no part on another host.
  const machines = addressesOf(plan.hosts.filter((other) => !coSignsAlone(other)))
  const between = [
    ...(roles.includes('etcd') ? [ports.etcdClient, ports.etcdPeer] : []),
    ...(roles.includes('database') ? [ports.postgres, ports.patroni] : []),
    ...(roles.includes('database') || roles.includes('backup') ? [ports.pgbackrest] : []),
    ...(roles.includes('redis') ? [ports.redis] : []),
    ports.internal,
  ].sort((one, other) => one - other)
  const all: Opening[] = [
    { what: 'ssh', ports: [ports.ssh] },
    ...(roles.includes('edge') ? [{ what: 'edge', ports: [ports.http, ports.https] }] : []),
    ...(plan.profile === 'ha' ? [{ what: 'ha', ports: between, from: machines }] : []),
    ...(roles.includes('cosigner')
      ? [{ what: 'cosigner', ports: [ports.coSigner], from: addressesOf(hostsWith(plan, 'signer')) }]
      : []),
  ]
  return all.filter(({ from }) => from === undefined || from.length > 0)
}

/** Replaces only this table: rules of other programs, such as those of containers, stay. */
function ruleset(list: readonly Opening[]): string {
  const rules = list.map(({ what, ports, from }) => {
    const sources = from === undefined ? '' : `ip saddr { ${from.join(', ')} } `
    return `    ${sources}tcp dport { ${ports.join(', ')} } accept comment "${what}"`
  })
  return `table inet galx
delete table inet galx
table inet galx {
  chain input {
    type filter hook input priority filter; policy drop;
    iif "lo" accept
    ct state established,related accept
    meta l4proto { icmp, ipv6-icmp } accept
${rules.join('\n')}
  }
}
`
}
