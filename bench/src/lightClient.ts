/**
 * Measures the light client in a browser slowed down to the speed of a phone: one change of validators, one block with proofs, and the size of its
 * code.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { launchBrowser } from '../../e2e/src/browser.ts'
import { openPhone } from './phone.ts'
import { ROOT } from './root.ts'
import type { Row } from './rows.ts'

const SOURCE = join(ROOT, 'web/src/core/lightclient')
const RECORDED = join(ROOT, 'web/test/core/lightclient/recorded')
/** A phone is this many times slower than this machine. */
const SLOWER = 4
/** Epochs of a week, the greatest age of a checkpoint. */
const WEEK = 1_344
const FIRST = 116_663_000
const NEXT = 116_664_000

type Times = { epoch: number; repeated: number; proof: number }

/** Measures the longest times of three runs. @throws Error if the recorded headers, votes or proofs are refused */
export async function lightClientRows(): Promise<Row[]> {
  const worker = await bundle({ entryPoints: [join(SOURCE, 'worker.ts')] })
  const browser = await launchBrowser()
  try {
    const { page, devTools } = await openPhone(browser)
    await page.goto('about:blank')
    const contents = `export { createFollower } from './follow.ts'
      export { readHeader } from './header.ts'
      export { provenState } from './state.ts'`
    await page.addScriptTag({
      content: await bundle({
        stdin: { contents, resolveDir: SOURCE, loader: 'ts' },
        globalName: 'lightClient',
      }),
    })
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const scene = {
      first: FIRST,
      next: NEXT,
      headers: Object.fromEntries(
        [FIRST, NEXT, NEXT + 2].map((number) => [number, recorded(`bsc${number}`)]),
      ),
      proof: recorded('wbnb_slot0'),
    }
    const taken: Times[] = []
    for (let round = 0; round < 3; round += 1) taken.push((await page.evaluate(followInPage, scene)) as Times)
    const longest = (name: keyof Times) => Math.max(...taken.map((one) => one[name]))
    const row = (metric: string, measured: number, unit: string, most: number): Row => ({
      metric,
      measured,
      unit,
      reference: null,
      goal: { most },
    })
    return [
      row('light client: code of the worker, gzip', gzipSync(worker, { level: 9 }).length / 1_000, 'kB', 60),
      row('light client: the first epoch, 20 keys decoded', Math.round(longest('epoch')), 'ms', 4_000),
      row('light client: each further epoch', Math.round(longest('repeated')), 'ms', 600),
      row('light client: a proof of an account and a slot', Math.round(longest('proof')), 'ms', 100),
      row(
        'light client: all epochs of a week, arithmetic alone',
        Math.round((longest('repeated') * WEEK) / 1_000),
        's',
        800,
      ),
    ]
  } finally {
    await browser.close()
  }
}

function recorded(name: string): unknown {
  return JSON.parse(readFileSync(join(RECORDED, `${name}.json`), 'utf8'))
}

async function bundle(input: Parameters<typeof build>[0]): Promise<string> {
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2020',
  })
  return outputFiles![0]!.text
}

type Scene = { first: number; next: number; headers: Record<string, unknown>; proof: unknown }
type Proof = { address: string; stateRoot: string; slots: string[]; proof: unknown }

/** Runs on the page's own thread: only this thread is slowed down, not a worker's thread. */
async function followInPage({ first, next, headers, proof }: Scene): Promise<Times> {
  const { lightClient: client } = globalThis as unknown as {
    lightClient: {
      createFollower(...given: unknown[]): {
        followTo(number: number): Promise<void>
        at(): { number: number }
      }
      readHeader(json: unknown): { hash: string; time: number }
      provenState(...given: unknown[]): { values: bigint[] }
    }
  }
  const { hash, time } = client.readHeader(headers[first])
  const follow = async () => {
    const started = performance.now()
    const follower = client.createFollower(
      { number: first, hash, time },
      (number: number) => Promise.resolve(headers[number]),
      time,
    )
    await follower.followTo(next)
    if (follower.at().number !== next) throw new Error('the epoch was not followed')
    return performance.now() - started
  }
  const epoch = await follow()
  const repeated = await follow()
  const started = performance.now()
  const { address, stateRoot, slots, proof: answer } = proof as Proof
  client.provenState(stateRoot, address, slots, answer)
  return { epoch, repeated, proof: performance.now() - started }
}
