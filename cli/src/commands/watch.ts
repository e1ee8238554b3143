import { setTimeout as pause } from 'node:timers/promises'
import { failureReason, fetchWhole } from '@galx/operator/fetchWhole'
import { changeText, watchedLogs } from '@galx/operator/verify/changes'
import { ROLE_IDS } from '@galx/operator/verify/operations'
import { dateText } from '@galx/operator/verify/text'
import { namesOf } from '@galx/operator/verify/words'
import { PLACE_HELP, PLACE_OPTIONS, readOptions, UsageError, type Command } from './command.ts'
import { openDeployment } from './connection.ts'
import { readWatchState, writeWatchState, type Change } from './watchState.ts'
import { waitForNode } from './following.ts'

/** Milliseconds between two polls of the chain. */
const INTERVAL = 15_000
const WEBHOOK_TIMEOUT = 10_000
/** The most bytes of a webhook's answer. The answer is not used. */
const LARGEST = 65_536

export const watchCommand: Command = {
  summary: 'report in words each change by an account with a power over the contracts',
  help: `npm run operator -- watch --rpc URL --deployment FILE [--from BLOCK] [--state FILE] [--once] [--webhook URL]

For everybody: needs a node and the deployment file, and no server. Prints one line for each announcement, execution and
cancellation of the timelock, each pause, each new guardian, signer, publisher, minter or owner, a lower fee, a published or
replaced epoch, a new pool, program or ruleset, and each funding. Reads only final blocks.

${PLACE_HELP}
  --from BLOCK        first block; default: the newest final block
  --state FILE        keeps the last reported block: a restart continues there, and only the first run uses --from. A
                      change may be reported twice after a crash, but no change is ever lost
  --once              end after the newest final block
  --webhook URL       gets each change by POST, as JSON: {"text", "block", "transaction"}. A change that the webhook
                      does not take is sent again at the next poll

Exit code 0: every change was reported (--once). 1: a file or a node is wrong, or the webhook did not take every change. 2: the call was wrong.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      ...PLACE_OPTIONS,
      from: { type: 'string' },
      state: { type: 'string' },
      once: { type: 'boolean', default: false },
      webhook: { type: 'string' },
    })
    const { webhook } = options
    if (webhook !== undefined && !(URL.canParse(webhook) && /^https?:$/.test(new URL(webhook).protocol)))
      throw new UsageError('--webhook must be an http or https URL')
    if (options.from !== undefined && !/^\d{1,12}$/.test(options.from))
      throw new UsageError(`--from must be a block, not "${options.from}"`)
    const { reader, deployment, place } = await openDeployment(options, environment)
    const names = namesOf(deployment, ROLE_IDS)
    const query = watchedLogs(deployment)
    const final = async () => (await reader.getBlock({ blockTag: 'finalized' })).number
    const { state } = options
    const known = state === undefined ? undefined : readWatchState(state, deployment)
    let next = known?.next ?? (options.from === undefined ? await final() : BigInt(options.from))
    const unsent: Change[] = known?.unsent ?? []
    const remember = () => {
      if (state !== undefined) writeWatchState(state, deployment, { next, unsent })
    }
    remember()
    const look = async () => {
      const toBlock = await final()
      if (toBlock < next) return true
      for await (const { to, logs } of place.logs.ranges({ ...query, fromBlock: next, toBlock })) {
        for (const log of logs) {
          const text = changeText(log, deployment, names)
          if (text === undefined) continue
          const when = log.time === null ? '' : ` of ${dateText(log.time)}`
          say(`block ${log.blockNumber}${when}: ${text}`)
          unsent.push({ text, block: String(log.blockNumber), transaction: log.transactionHash })
        }
        next = to + 1n
        remember()
      }
      return true
    }
    for (;;) {
      // With --once a node's fault ends the command. Otherwise the next poll asks again.
      const isDone = options.once ? await look() : await waitForNode(look, complain)
      if (webhook === undefined) unsent.length = 0
      else await deliver(webhook, unsent, complain)
      remember()
      if (options.once && isDone) return unsent.length === 0 ? 0 : 1
      await pause(INTERVAL)
    }
  },
}

/** Sends the changes in order, and removes each change that the webhook takes. */
async function deliver(webhook: string, unsent: Change[], complain: (line: string) => void): Promise<void> {
  for (let [change] = unsent; change !== undefined; [change] = unsent) {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT),
    }
    const fault = await fetchWhole(webhook, init, LARGEST).then(
      ({ status }) => (status < 300 ? null : `answers ${status}`),
      (error: unknown) => `does not answer: ${failureReason(error)}`,
    )
    if (fault !== null) {
      // The webhook's path may hold a key.
      complain(`the webhook at ${new URL(webhook).origin} ${fault}`)
      return
    }
    unsent.shift()
  }
}
