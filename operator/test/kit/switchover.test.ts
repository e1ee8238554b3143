/** The actions of switchover.sh on a serving host, with a stand-in for psql. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HA } from './hosts.ts'
import { trialKit, type TrialKit } from './trialKit.ts'

let kit: TrialKit
beforeAll(async () => {
  kit = await trialKit('ha', HA)
})
afterAll(() => kit.remove())

/** The host runs its commands with its own api.env. PgBouncer accepts every command. The second query for the primary finds another host. */
const RUNS = `psql() {
  printf '%s %s\\n' "$PGPASSWORD" "$*" >> "$TRIAL/psql"
  case "$*" in
    */pgbouncer*) while read -r word _; do echo "$word"; done ;;
    *) echo "10.0.0.$(grep -c inet_server_addr "$TRIAL/psql"):5432" ;;
  esac
}
. <(tail -n +2 "$2" | sed "s#^\\. /etc#. $TRIAL/kit/a/root/etc#")`

it('no command shows the password of the database', () => {
  const { status, text } = kit.run(['hold a'], RUNS)
  expect(status, text).toBe(0)
  expect(text).toBe('held\nserved\n')
  const calls = readFileSync(join(kit.folder, '../psql'), 'utf8').trim().split('\n')
  const password = kit.plan.secrets.passwords.galx
  expect(calls.map((call) => call.replace(`${password} `, ''))).toEqual([
    expect.stringContaining('postgres://galx@127.0.0.1:5000/galx?sslmode=verify-full'),
    '-XtA postgres://galx@127.0.0.1:6432/pgbouncer?sslmode=require',
    expect.stringContaining('postgres://galx@127.0.0.1:5000/galx?sslmode=verify-full'),
  ])
  for (const call of calls) expect(call.lastIndexOf(password)).toBe(0)
})
