/**
 * One whole stack for the run. `E2E_STACK` may have the address of a running stack (JSON, as StackAddress),
 * for repeated runs during development; such a stack is neither started nor stopped here.
 */
import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import type { FullConfig } from '@playwright/test'
import { ROOT, startStack } from './stack.ts'

export default async function globalSetup({
  metadata,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_STACK !== undefined) return undefined
  const results = join(ROOT, 'e2e/test-results')
  mkdirSync(results, { recursive: true })
  const { demoAccounts } = metadata as { demoAccounts?: number }
  const portBase = Number(process.env.E2E_PORT_BASE ?? 18_800)
  const { stop, ...address } = await startStack({
    portBase,
    ...(demoAccounts === undefined ? {} : { demoAccounts }),
    logFile: join(results, `stack-${portBase}.log`),
  })
  process.env.E2E_STACK = JSON.stringify(address)
  return stop
}
