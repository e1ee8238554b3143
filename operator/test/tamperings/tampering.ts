/** One deception about a deployment, and the line that reveals it. */
import type { DeployedContract, Deployment } from '@galx/protocol/deployment'
import type { LiveDeployment } from '../support/liveDeployment.ts'

export type Tampering = {
  what: string
  /** changes the chain, the file or both. @returns the file to verify with */
  tamper(world: LiveDeployment): Deployment | Promise<Deployment>
  /** a line that must be among the lines of `wrong` */
  wrong?: RegExp
  /** a line that must be among the lines of `note` */
  note?: RegExp
}

/** A deployment file from which contracts are removed, and to which others are added. */
export type EditedFile = Omit<Deployment, 'contracts'> & { contracts: Record<string, DeployedContract> }

/** The world's own file, changed. */
export function changed({ deployment }: LiveDeployment, change: (file: EditedFile) => void): Deployment {
  const file = structuredClone(deployment)
  change(file)
  return file
}
