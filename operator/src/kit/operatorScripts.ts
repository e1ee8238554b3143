/** What the operator runs from the kit's folder: on every host in turn, over ssh, or on this machine where a host names none. */
import type { Plan } from './plan.ts'
import { common } from './scripts/common.ts'
import { drill, SWITCHOVER } from './scripts/drill.ts'
import { check, doctor, install } from './scripts/install.ts'
import { release } from './scripts/release.ts'
import { restore } from './scripts/restore.ts'

/** @returns each script by its name */
export function operatorScripts(plan: Plan): Map<string, string> {
  return new Map([
    ['common.sh', common(plan)],
    ['install.sh', install(plan)],
    ['check.sh', check()],
    ['doctor.sh', doctor(plan)],
    ['release.sh', release()],
    ['restore.sh', restore(plan)],
    ['drill.sh', drill(plan)],
    ...(plan.profile === 'ha' ? ([['switchover.sh', SWITCHOVER]] as const) : []),
  ])
}
