/** One way to deceive somebody about a deployment, and the line that gives it away. */
import type { DeployedContract, Deployment } from '@galx/protocol/deployment'
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

/** A deployment file in the hands of somebody who leaves contracts out and writes others in. */
export type EditedFile = Omit<Deployment, 'contracts'> & { contracts: Record<string, DeployedContract> }

/** The world's own file, changed. */
export function changed({ deployment }: LiveDeployment, change: (file: EditedFile) => void): Deployment {
  const file = structuredClone(deployment)
  change(file)
  return file
}
