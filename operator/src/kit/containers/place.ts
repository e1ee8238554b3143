/** place.sh runs as root in a container and brings files into the volume of settings: the kit's, and those that a person writes on the machine. */
import { dirname } from 'node:path'
import type { Host, Plan } from '../plan.ts'
import { galxFolder } from '../services/environments.ts'
import { publicCertificate } from '../services/nginx.ts'
import { credentialsFolder } from '../services/pgbackrest.ts'

/** Where a person writes signed statements, and a bucket's keys. */
const WEB = '/etc/galx/web'
const CREDENTIALS = '/etc/pgbackrest/galx.d'

/** The public certificate on the machine. */
function certificateOf({ settings: { publicCertificate: own, domain } }: Plan) {
  const folder = `/etc/letsencrypt/live/${domain}`
  return own ?? { certificate: `${folder}/fullchain.pem`, key: `${folder}/privkey.pem` }
}

/** The machine's folders that place.sh reads. */
export function foldersOfPersons(plan: Plan): string[] {
  const { certificate, key } = certificateOf(plan)
  // certbot's paths are links to a neighbour folder.
  const certificates = plan.settings.publicCertificate
    ? [dirname(certificate), dirname(key)]
    : ['/etc/letsencrypt']
  return [...new Set([...certificates, WEB, ...(plan.settings.backup?.s3 ? [CREDENTIALS] : [])])]
}

export function placeScript(plan: Plan, host: Host): string {
  const from = certificateOf(plan)
  const to = publicCertificate(plan, host)
  const credentials = `mkdir -p ${credentialsFolder(host)}
for file in ${CREDENTIALS}/*; do
  [ ! -e "$file" ] || install -m 600 -o postgres -g postgres "$file" ${credentialsFolder(host)}/
done
`
  return `#!/bin/bash
# Brings the kit's files, the public certificate and what a person has written into the containers' settings.
set -euo pipefail
cd /kit
while read -r mode owner target readers; do
  mkdir -p "$(dirname "$target")"
  install -m "$mode" -o "$owner" -g "$owner" "root$target" "$target"
done < files.txt
install -m 644 /etc/nginx/mime.types ${host.directories.etc}/nginx/
mkdir -p "$(dirname ${to.certificate})" ${galxFolder(host)}/web
install -m 644 ${from.certificate} ${to.certificate}
install -m 600 ${from.key} ${to.key}
for file in release.json lifeboat.html; do
  [ ! -e ${WEB}/$file ] || install -m 644 ${WEB}/$file ${galxFolder(host)}/web/
done
${plan.settings.backup?.s3 ? credentials : `install -d -o postgres -g postgres ${plan.settings.backup!.path}\n`}`
}
