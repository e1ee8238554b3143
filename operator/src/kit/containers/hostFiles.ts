/** The scripts that run inside the containers of the database. */
import type { Host, Plan } from '../plan.ts'
import type { HostFile, Service } from '../rendered.ts'
import { backupScript, figuresScript } from '../services/hostScripts.ts'
import { figuresFolder } from '../services/monitoring.ts'
import { pgBackRestOptions } from '../services/pgbackrest.ts'
import { accessPath, initialSqlPath, settingsPath } from '../services/postgres.ts'
import { dataFolder, socketFolder, STANZA } from '../services/postgresSettings.ts'
import { scriptPath } from './services.ts'

export const containerScripts: Service = (plan, host): HostFile[] => {
  const mode = 0o755
  const at = (name: Parameters<typeof scriptPath>[1]) => scriptPath(host, name)
  return [
    { target: at('postgresql'), content: database(plan, host), mode, restarts: ['postgresql'] },
    { target: at('prepare'), content: prepare(plan, host), mode },
    { target: at('figures'), content: figuresScript(plan, host), mode },
    { target: at('backup'), content: backupScript(plan, host), mode },
    { target: at('backups'), content: backups(host), mode, restarts: ['backups'] },
  ]
}

function database(plan: Plan, host: Host): string {
  const data = dataFolder(plan, host)
  const programs = host.directories.postgresPrograms
  return `#!/bin/bash
# Makes the database in an empty volume, and becomes PostgreSQL.
set -euo pipefail
[ -s ${data}/PG_VERSION ] || ${programs}/initdb -D ${data} --data-checksums -E UTF8 --locale=C --auth-local=peer --auth-host=scram-sha-256
exec ${programs}/postgres -D ${data} -c config_file=${settingsPath(host)} -c hba_file=${accessPath(host)}
`
}

function prepare(plan: Plan, host: Host): string {
  return `#!/bin/bash
# Makes the users, the database and the place of backups, if they are missing.
set -euo pipefail
export PGHOST=${socketFolder(host)} PGPORT=${host.ports.postgres}
if [ -z "$(psql -tAc "select 1 from pg_roles where rolname = 'galx'")" ]; then
  psql -X -q -v ON_ERROR_STOP=1 -f ${initialSqlPath(host)}
fi
pgbackrest ${pgBackRestOptions(plan, host)} --stanza=${STANZA} stanza-create ||
  echo 'no backups are taken yet: fix the fault in the line above; if the repository has backups of an earlier machine, run restore.sh' >&2
`
}

/** Seconds: a full backup a week and an incremental backup every four hours, as the timers of a machine take them. */
const FULL = 604_800
const INCREMENTAL = 14_400

/** Looks at the backups that exist, so that a missed backup is taken a minute later, and a failed backup after a quarter of an hour. */
function backups(host: Host): string {
  return `#!/bin/bash
# Every minute: writes the figures of backups and certificates, and takes a backup if one is due.
age() {
  local newest
  newest=$(sed -n "s/^galx_backup_finished_timestamp_seconds{type=\\"$1\\"} //p" ${figuresFolder(host)}/galx-backups.prom 2>/dev/null | sort -n | tail -1)
  echo $(($(date +%s) - \${newest:-0}))
}
while :; do
  # Without new figures every backup would look too old, and further full backups would end the good ones.
  bash ${scriptPath(host, 'figures')} || { sleep 60; continue; }
  if [ "$(age full)" -ge ${FULL} ]; then bash ${scriptPath(host, 'backup')} full || sleep 900
  elif [ "$(age '.*')" -ge ${INCREMENTAL} ]; then bash ${scriptPath(host, 'backup')} incr || sleep 900
  fi
  sleep 60
done
`
}
