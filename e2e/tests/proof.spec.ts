/**
 * The light client in a real browser. On /safe it proves the stack's own figures, in blocks with votes of the test's own validators. The built
 * worker also follows the validators of BNB Smart Chain, in headers recorded on mainnet. No proof of state was recorded at those blocks.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { releaseText, type Checkpoint } from '@galx/protocol/release'
import type { Page } from '@playwright/test'
import { encodeFunctionData, numberToHex, type Address, type Hex } from 'viem'
import type { Answer, Question } from '../../web/src/core/lightclient/messages.ts'
import { newAccount, type Chain } from '../src/chain.ts'
import { configured } from '../src/configured.ts'
import { expect, test } from '../src/fixtures.ts'
import { lied } from '../src/lyingNode.ts'
import { App } from '../src/screens/app.ts'
import { SafeScreen } from '../src/screens/safe.ts'
import { ROOT } from '../src/stack.ts'
import { BY_NUMBER, createVotedNode, flipped, nodeWithVotes, type Change } from '../src/votedNode.ts'

const MAINNET = '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b'
const PROVEN_WITHIN = { timeout: 60_000 }

type Json = Record<string, string>

/** A release file of another operator, whose checkpoint is the given block. */
async function publishCheckpoint(page: Page, chain: Chain, checkpoint: Checkpoint): Promise<void> {
  const operator = newAccount()
  await configured(page, { genesisHash: MAINNET, releaseSigner: operator.address, demoWallet: false })
  const release = {
    version: '9.0.0',
    chainId: chain.client.chain.id,
    hash: `0x${'ab'.repeat(32)}`,
    cid: `b${'a'.repeat(58)}`,
    leastSafe: '0.1.0',
    signedAt: checkpoint.time,
    checkpoint,
  } as const
  const signature = await operator.signMessage({ message: releaseText(release) })
  await page.route('**/release.json', (route) => route.fulfill({ json: { ...release, signature } }))
}

/** Changes one bit of the headers after the checkpoint. */
function inHeaders(checkpoint: Checkpoint, change: (header: Json) => Json): Change {
  return (method, _params, result) => {
    const header = result as Json | null
    if (!BY_NUMBER.includes(method) || header === null) return result
    return Number(header.number) === checkpoint.number ? header : change(header)
  }
}

function withoutHash({ hash: _, ...header }: Json): Json {
  return header
}

test('/safe proves its figures by votes and proofs, and refuses one false bit of a vote, header, proof or code', async ({
  page,
  chain,
  stack,
}) => {
  const node = await createVotedNode(chain)
  await publishCheckpoint(page, chain, node.checkpoint)
  let change: Change = (_method, _params, result) => result
  await nodeWithVotes(page, stack.rpcUrl, node, (...answer) => change(...answer))
  const app = new App(page)
  const safe = new SafeScreen(app)
  const { proof: texts } = safe.texts
  await app.open('/safe')

  await test.step('all figures of the node are proven', async () => {
    await safe.proof.getByRole('button', { name: texts.button, exact: true }).click(PROVEN_WITHIN)
    await expect(safe.proof.getByText(texts.proven, { exact: true })).toBeVisible(PROVEN_WITHIN)
    for (const count of ['18', '12', '11'])
      await expect(safe.proof.getByText(texts.of(count, count), { exact: true })).toBeVisible()
    await expect(safe.proof.getByText(texts.of('20', '21'), { exact: true })).toBeVisible()
  })

  const proofBit: Change = (method, _params, result) => {
    if (method !== 'eth_getProof') return result
    const { accountProof, ...rest } = result as { accountProof: string[] }
    return { ...rest, accountProof: [flipped(accountProof[0]!, 40), ...accountProof.slice(1)] }
  }
  const codeBit: Change = (method, _params, result) =>
    method === 'eth_getCode' ? flipped(result as string, 40) : result
  const cases: [keyof typeof texts.falseParts, string, Change][] = [
    // The signature's last byte lies before the data of the vote, the empty extra and the seal.
    [
      'votes',
      'a vote',
      inHeaders(node.checkpoint, (one) => withoutHash({ ...one, extraData: flipped(one.extraData!, -150) })),
    ],
    [
      'header',
      'a header',
      inHeaders(node.checkpoint, (one) => ({ ...one, stateRoot: flipped(one.stateRoot!, 7) })),
    ],
    [
      'votes',
      'a header without its hash',
      inHeaders(node.checkpoint, (one) => withoutHash({ ...one, stateRoot: flipped(one.stateRoot!, 7) })),
    ],
    ['proof', 'a proof', proofBit],
    ['code', 'the code', codeBit],
  ]
  for (const [part, what, falsified] of cases)
    await test.step(`one bit of ${what} is refused`, async () => {
      change = falsified
      await safe.proof.getByRole('button').click()
      await expect(safe.proof.getByText(texts.refused(texts.falseParts[part]), { exact: true })).toBeVisible(
        PROVEN_WITHIN,
      )
      await expect(safe.proof.getByText(texts.proven, { exact: true })).toBeHidden()
    })

  await test.step('a false figure on the page is named beside the proven figure', async () => {
    const getMinDelay = encodeFunctionData({ abi: timelockAbi, functionName: 'getMinDelay' })
    const minDelay = await chain.client.readContract({
      address: chain.deployment.contracts.Timelock.address as Address,
      abi: timelockAbi,
      functionName: 'getMinDelay',
    })
    change = (method, params, result) =>
      method === 'eth_call'
        ? lied(params, result, ({ callData }) =>
            callData === getMinDelay ? numberToHex(7n * 86_400n, { size: 32 }) : undefined,
          )
        : result
    await page.reload()
    await safe.proof.getByRole('button', { name: texts.button, exact: true }).click(PROVEN_WITHIN)
    await expect(safe.proof.getByText(texts.different, { exact: true })).toBeVisible(PROVEN_WITHIN)
    await expect(safe.proof.getByRole('alert')).toHaveText(
      texts.differs(`Timelock · ${texts.figures.delay}`, String(7n * 86_400n), String(minDelay)),
    )
  })
})

function recorded<T = Json>(name: string): T {
  const file = join(ROOT, 'web/test/core/lightclient/recorded', `${name}.json`)
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

const EPOCH = 116_663_000
const NEXT = 116_664_000

/** The built worker's file, as the site serves it. */
function workerFile(): string {
  const folder = join(ROOT, 'web/dist/assets')
  const name = readdirSync(folder).find(
    (file) =>
      file.startsWith('worker-') &&
      readFileSync(join(folder, file), 'utf8').includes('eth_getHeaderByNumber'),
  )
  if (name === undefined) throw new Error('the build has no worker of the light client')
  return name
}

/** Starts the built worker in the page and returns its messages until the last. */
async function askWorker(page: Page, file: string, questions: Question[]): Promise<Answer[]> {
  return page.evaluate(
    ([path, list]) =>
      new Promise<Answer[]>((resolve, reject) => {
        const worker = new Worker(path)
        const answers: Answer[] = []
        const left = [...list]
        worker.onerror = ({ message }) => reject(new Error(message))
        worker.onmessage = ({ data }: MessageEvent<Answer>) => {
          answers.push(data)
          if (data.kind === 'progress') return
          const next = left.shift()
          if (data.kind === 'followed' && next !== undefined) return worker.postMessage(next)
          worker.terminate()
          resolve(answers)
        }
        worker.postMessage(left.shift())
      }),
    [`/assets/${file}`, questions] as const,
  )
}

test('the built worker follows mainnet’s recorded validators, and refuses one false bit', async ({
  page,
  stack,
}) => {
  const first = recorded(`bsc${EPOCH}`)
  const next = recorded(`bsc${NEXT}`)
  const stored = recorded<{ address: Hex; slots: Hex[]; proof: unknown }>('wbnb_slot0')
  const file = workerFile()
  // The worker's clock is set to the time of the recording: an older checkpoint is refused.
  await page.route(`**/${file}`, async (route) => {
    const response = await route.fetch()
    const clock = `Date.now = () => ${(Number(next.timestamp) + 5) * 1_000};\n`
    await route.fulfill({ response, body: clock + (await response.text()) })
  })
  let change = (header: Json) => header
  await page.route(
    (url) => url.port === new URL(stack.rpcUrl).port,
    async (route) => {
      const { id, method, params } = route.request().postDataJSON() as {
        id: number
        method: string
        params: [string]
      }
      const answers: Record<string, () => unknown> = {
        eth_blockNumber: () => numberToHex(NEXT + 10),
        eth_getHeaderByNumber: () => change(recorded(`bsc${Number(params[0])}`)),
        eth_getProof: () => stored.proof,
      }
      await route.fulfill({
        json: { jsonrpc: '2.0', id, result: answers[method]!() },
        headers: { 'access-control-allow-origin': '*' },
      })
    },
  )
  await page.goto(`${stack.webUrl}/version.json`)
  const follow: Question = {
    kind: 'follow',
    rpcUrl: stack.rpcUrl,
    checkpoint: { number: EPOCH, hash: first.hash as Hex, time: Number(first.timestamp) },
  }
  const followed: Answer[] = [{ kind: 'progress', done: 1, all: 1 }, { kind: 'followed' }]
  const block = {
    number: NEXT,
    hash: next.hash,
    time: Number(next.timestamp),
    voters: 20,
    validators: 21,
    accounts: [],
  }

  await test.step('20 of 21 validators have made the first block of the next validators final', async () => {
    const prove: Question = { kind: 'prove', block: NEXT, accounts: [] }
    expect(await askWorker(page, file, [follow, prove])).toEqual([...followed, { kind: 'proven', block }])
  })

  await test.step('a true proof of another block is refused', async () => {
    const { address, slots } = stored
    const prove: Question = { kind: 'prove', block: NEXT, accounts: [{ address, slots, withCode: false }] }
    expect(await askWorker(page, file, [follow, prove])).toEqual([
      ...followed,
      { kind: 'trouble', trouble: 'proof' },
    ])
  })

  const at = (number: number, name: string, byte: number) => (header: Json) =>
    Number(header.number) === number ? { ...header, [name]: flipped(header[name]!, byte) } : header
  const cases: [string, (header: Json) => Json][] = [
    ['header', at(EPOCH, 'stateRoot', 0)],
    ['header', at(NEXT, 'extraData', 100)],
    ['header', at(NEXT + 2, 'extraData', -150)],
    ['checkpoint', (header) => withoutHash(at(EPOCH, 'stateRoot', 0)(header))],
    ['votes', (header) => withoutHash(at(NEXT, 'extraData', 100)(header))],
    ['votes', (header) => withoutHash(at(NEXT + 2, 'extraData', -150)(header))],
  ]
  for (const [trouble, falsified] of cases) {
    change = falsified
    expect(await askWorker(page, file, [follow])).toEqual([{ kind: 'trouble', trouble }])
  }
})
