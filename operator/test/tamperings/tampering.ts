/** One way to deceive somebody about a deployment, and the line that gives it away. */
import type { Deployment } from '@galx/protocol/deployment'
import type { LiveDeployment } from '../support/liveDeployment.ts'

export type Tampering = {
  what: string
  /** changes the chain, the file or both. @returns the file to verify with */
  tamper(world: LiveDeployment): Deployment | Promise<Deployment>
  /** what must be among the lines of `wrong` */
  wrong?: RegExp
  /** what must be among the lines of `note` */
  note?: RegExp
}

/** The world's own file, changed. */
export function changed({ deployment }: LiveDeployment, change: (file: Deployment) => void): Deployment {
  const file = structuredClone(deployment)
  change(file)
  return file
}
