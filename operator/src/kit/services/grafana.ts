/** Grafana's data source and dashboards. Grafana reads them if it is installed. Debian has no package of Grafana. */
import { dashboards } from '../dashboards/dashboards.ts'
import { yaml, type HostFile, type Service } from '../rendered.ts'

export const grafana: Service = ({ profile }, { roles, directories, ports }) => {
  if (!roles.includes('monitor')) return []
  const folder = `${directories.etc}/grafana`
  const source = {
    apiVersion: 1,
    datasources: [
      {
        name: 'GALX',
        type: 'prometheus',
        access: 'proxy',
        url: `http://127.0.0.1:${ports.prometheus}`,
        isDefault: true,
      },
    ],
  }
  const provider = {
    apiVersion: 1,
    providers: [{ name: 'GALX', type: 'file', options: { path: `${folder}/galx` } }],
  }
  const mode = 0o644
  return [
    { target: `${folder}/provisioning/datasources/galx.yml`, content: yaml(source), mode },
    { target: `${folder}/provisioning/dashboards/galx.yml`, content: yaml(provider), mode },
    ...[...dashboards(profile)].map(([name, board]): HostFile => {
      return { target: `${folder}/galx/${name}`, content: yaml(board), mode }
    }),
  ]
}
