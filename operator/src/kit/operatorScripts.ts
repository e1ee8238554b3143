/** The operator's scripts in the kit's folder. They run on every host in turn: over ssh, or on this machine if a host has no ssh destination. */
import type { Plan } from './plan.ts'
import { common } from './scripts/common.ts'
import { drill, SWITCHOVER } from './scripts/drill.ts'
import { check, doctor, install } from './scripts/install.ts'
import { release } from './scripts/release.ts'
import { restore } from './scripts/restore.ts'

/** @returns the scripts by name */
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
