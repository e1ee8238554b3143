/** The deployment file: written completely or not at all, and checked when it is read. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseDeployment, type Deployment } from '@galx/protocol/deployment'
import { DeploymentError } from './deploymentError.ts'

export function writeDeployment(path: string, deployment: Deployment): void {
  writeFileSync(`${path}.unfinished`, `${JSON.stringify(deployment, null, 2)}\n`, { flush: true })
  renameSync(`${path}.unfinished`, path)
}

/** @returns undefined if there is no file. @throws DeploymentError if the file is not a deployment file */
export function readDeployment(path: string): Deployment | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new DeploymentError(`${path} cannot be read: ${(error as Error).message}`)
  }
  try {
    return parseDeployment(text)
  } catch (error) {
    throw new DeploymentError(`${path} is not a deployment file: ${(error as Error).message}`)
  }
}
