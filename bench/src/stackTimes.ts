/** The duration of the one start command: of a fresh start with demo data, and of a restart that keeps the state. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack, type RunningStack, type StackAddress } from '../../e2e/src/stack.ts'
import type { Row } from './rows.ts'

const PORT_BASE = 18_900

/** Starts, stops, starts again, passes the running stack to `use`, and stops it at the end. */
export async function withStack(use: (stack: RunningStack) => Promise<Row[]>): Promise<Row[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'galx-bench-stack-'))
  try {
    const first = await startStack({ portBase: PORT_BASE, dataDirectory, fresh: true })
    await first.stop()
    const second = await startStack({ portBase: PORT_BASE, dataDirectory, fresh: false })
    try {
      return [
        row('stack, fresh start to ready', first.readyAfter, 180),
        row('stack, restart to ready', second.readyAfter, 20),
        ...(await use(second)),
      ]
    } finally {
      await second.stop()
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** Passes a stack to `use`: the stack of `E2E_STACK`, like in the tests, or a new stack that is stopped at the end. */
export async function withOpenStack(use: (stack: StackAddress) => Promise<Row[]>): Promise<Row[]> {
  const { E2E_STACK } = process.env
  if (E2E_STACK !== undefined) return use(JSON.parse(E2E_STACK) as StackAddress)
  const stack = await startStack({ portBase: PORT_BASE })
  try {
    return await use(stack)
  } finally {
    await stack.stop()
  }
}

function row(metric: string, milliseconds: number, seconds: number): Row {
  return {
    metric,
    measured: Math.round(milliseconds / 100) / 10,
    unit: 's',
    reference: null,
    goal: { most: seconds },
  }
}
