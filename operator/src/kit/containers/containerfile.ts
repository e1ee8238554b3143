/** The Containerfile: one image with all parts and programs. */
import type { Host, Plan } from '../plan.ts'
import { partPackages } from '../scripts/hostInstall.ts'
import { partsOf, SITE, volumesOf } from './services.ts'

/** Files and folders of a release that its programs read while they run. */
export const RELEASED = [
  'package.json',
  'LICENSE',
  'sbom.cdx.json',
  'node_modules',
  'server/package.json',
  'server/migrations',
  'server/dist',
  'stack/dist',
  'web/dist',
] as const

export function containerfile(plan: Plan, host: Host): string {
  const { opt } = host.directories
  const folders = [...volumesOf(plan, host), { path: SITE, owner: 'galx' }]
  const scratch = [...new Set([...partsOf(plan, host).values()].flatMap((part) => part.scratch))]
  return `# Built by install.sh (the stage \`parts\`) and release.sh (the folder of a release on top).
ARG BASE=${plan.settings.containers!.base}
FROM \${BASE} AS parts
# Packages start nothing, and make no database.
RUN printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d \\
 && mkdir -p /etc/postgresql-common/createcluster.d \\
 && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.d/galx.conf \\
 && apt-get update -q \\
 && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends nodejs ${partPackages(plan, host).join(' ')} \\
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb
RUN for user in galx galx-signer galx-cosigner; do \\
      useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin "$user" || exit 1; \\
    done
# A tmpfs belongs to root. It takes its mode from the image's folder at the same path.
RUN install -d -m 1777 ${scratch.join(' ')} \\
 && ${folders.map(({ path, owner }) => `install -d -o ${owner} -g ${owner} ${path}`).join(' \\\n && ')}
USER galx

FROM parts
${RELEASED.map((path) => `COPY ${path} ${opt}/current/${path}`).join('\n')}
WORKDIR ${opt}/current
`
}
