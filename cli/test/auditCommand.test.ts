import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toEventSelector, type Abi, type AbiEvent, type Address, type Hex } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { computeEpochs, type NaiveEpoch } from '../../packages/protocol/test/rewards/naive.ts'
import { writeDeployment } from '@galx/operator/deploy/deploymentFile'
import { runOperator } from '../src/runOperator.ts'
import type { LiveDeployment } from '../../operator/test/support/liveDeployment.ts'
import {
  CO_SIGNER,
  NodeReplyError,
  ONE,
  publish,
  rawWorldOf,
  settle,
  sign,
  signBoth,
  startAuditedLife,
  startLiar,
  THIEF,
  TWO,
  type Lie,
} from '../../operator/test/audit/auditedLife.ts'

let live: LiveDeployment
let folder: string
let files: string
let deploymentFile: string
/** the plain rules' result for the chain before anything is published */
let expected: NaiveEpoch[]
let snapshot: Hex

type Ended = { code: number; lines: string[]; wrong: string[]; complaint: string }

async function audit(...parameters: string[]): Promise<Ended> {
  const lines: string[] = []
  let complaint = ''
  const code = await runOperator(
    ['audit', '--rpc', live.rpcUrl, '--deployment', deploymentFile, ...parameters],
    {},
    { say: (line) => void lines.push(line), complain: (line) => void (complaint += line) },
  )
  return { code, lines, wrong: lines.filter((line) => line.startsWith('wrong:')), complaint }
}

function state(): string {
  return join(folder, 'state')
}
/** Audits from the last closed epoch of the life on, so that a test reads only later blocks. */
function onward(...parameters: string[]): Promise<Ended> {
  return audit('--from', state(), ...parameters)
}

beforeAll(async () => {
  live = await startAuditedLife()
  folder = mkdtempSync(join(tmpdir(), 'galx-audit-'))
  files = join(folder, 'files')
  deploymentFile = join(folder, 'deployment.json')
  writeDeployment(deploymentFile, live.deployment)
  expected = computeEpochs(await rawWorldOf(live))
}, 180_000)
afterAll(async () => {
  await live.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  snapshot = await live.rpc<Hex>('evm_snapshot')
})
afterEach(async () => {
  await live.rpc('evm_revert', snapshot)
})

describe('an audit of a chain', { timeout: 120_000 }, () => {
  it('writes every ended epoch, byte for byte like the plain rules', async () => {
    const { code, lines, complaint } = await audit('--out', files, '--save', state())
    expect(complaint).toBe('')
    expect(code).toBe(0)
    expect(lines.at(-1)).toBe(
      `${expected.length} epochs computed, 0 of them in EpochLog, 0 vouchers compared, 0 differences`,
    )
    expect(lines.slice(0, -1)).toEqual(
      expected.map(({ epoch, headerHash }) => `epoch ${epoch} ${headerHash}`),
    )
    for (const { epoch, header, parts } of expected.slice(-12)) {
      expect(readFileSync(join(files, epoch, 'header.txt'), 'utf8')).toBe(header)
      expect(readdirSync(join(files, epoch, 'parts')).sort()).toEqual(parts.map(({ part }) => `${part}.txt`))
      for (const { part, text } of parts)
        expect(readFileSync(join(files, epoch, 'parts', `${part}.txt`), 'utf8')).toBe(text)
    }
    // The life is worth auditing: members of every product, and a node.
    const programs = new Set(expected.flatMap(({ rows }) => rows.map(([, program]) => program)))
    expect([...programs].sort()).toEqual(['aaa', 'btc', 'galx', 'mcf', 'mcm', 'node', 'zn'])
  })

  it('finds nothing in its own files, with only the needed headers, and in the published files', async () => {
    await publish(live, publications())
    await settle(live)
    const compare = ['--files', files, '--headers', 'needed', '--log-range', '7']
    const { code, lines, wrong } = await audit(...compare, '--vouchers', 'none')
    expect(wrong).toEqual([])
    expect(code).toBe(0)
    expect(lines.at(-1)).toContain(`${expected.length} of them in EpochLog`)
  })

  it('continues from a saved state with the same result', async () => {
    const middle = join(folder, 'middle')
    const earlier = await live.rpc<{ number: Hex }>('eth_getBlockByNumber', 'finalized', false)
    await audit('--save', middle)
    await live.pass(300)
    await settle(live)
    const { code, lines } = await audit('--from', middle)
    const all = computeEpochs(await rawWorldOf(live))
    expect(code).toBe(0)
    expect(lines.slice(0, -1)).toEqual(
      all.slice(expected.length).map(({ epoch, headerHash }) => `epoch ${epoch} ${headerHash}`),
    )
    expect(all.length).toBeGreaterThan(expected.length + 3)
    expect(BigInt(earlier.number)).toBeGreaterThan(0n)
  })
})

function publications() {
  return expected.map(({ epoch, headerHash, blockNumber }) => ({
    epoch: BigInt(epoch),
    hash: headerHash,
    blockNumber: BigInt(blockNumber),
  }))
}

describe('the audit names each fault:', { timeout: 120_000 }, () => {
  const last = () => expected.at(-1)!
  let copy: string
  beforeEach(() => {
    copy = mkdtempSync(join(folder, 'copy-'))
    for (const { epoch } of expected.slice(-3))
      cpSync(join(files, epoch), join(copy, epoch), { recursive: true })
  })
  const change = (path: string[], edit: (text: string) => string) => {
    const file = join(copy, ...path)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, edit(text))
    expect(readFileSync(file, 'utf8')).not.toBe(text)
  }
  /** The rows of every account with a grant in the last epoch. */
  const vouchersOfLast = () =>
    last()
      .rows.filter(([, , , bonus]) => bonus !== '0')
      .map(([account, program, , , cumulative]) => ({
        program: program as 'galx',
        account: account as Address,
        cumulative: BigInt(cumulative),
        deadline: (BigInt(last().epoch) + 1n) * BigInt(live.deployment.epochDuration) + 31_536_000n,
      }))
  type Granted = ReturnType<typeof vouchersOfLast>[number]
  const published = async (
    { program, ...given }: Granted,
    by: { signer?: typeof THIEF; coSigner?: typeof THIEF; nonce?: bigint } = {},
  ) => {
    const id = BigInt(live.deployment.programs[program]!.id)
    const { signer, coSigner = CO_SIGNER, nonce = 1n } = by
    const voucher = { program: id, ...given, signersNonce: nonce }
    return {
      program,
      account: given.account,
      cumulative: `${given.cumulative}`,
      deadline: Number(given.deadline),
      signersNonce: Number(nonce),
      signature: await sign(live, voucher, signer),
      coSignature: await sign(live, voucher, coSigner),
    }
  }
  const writeVouchers = async (list: readonly Awaited<ReturnType<typeof published>>[]) =>
    writeFileSync(join(copy, last().epoch, 'vouchers.json'), JSON.stringify({ list }))
  const compared = async () => {
    const { code, wrong } = await audit('--files', copy)
    expect(code).toBe(1)
    return wrong
  }

  it.each([
    ['points', 0],
    ['bonus', 1],
    ['cumulative', 2],
  ])('a row’s %s', async (_, column) => {
    const [account, program, ...values] = last().rows[0]!
    const [, , ...columns] = last().rows[0]!
    const changed = columns.map((value, index) => (index === column ? `${BigInt(value) + 1n}` : value))
    const part = account.slice(2, 4)
    change([last().epoch, 'parts', `${part}.txt`], (text) =>
      text.replace(`${program} ${values.join(' ')}`, `${program} ${changed.join(' ')}`),
    )
    expect(await compared()).toEqual([
      `wrong: epoch ${last().epoch}, program ${program}, account ${account}, row of part ${part}: is ${changed.join(' ')}, computed ${values.join(' ')}`,
    ])
  })

  it.each(['grantable', 'points', 'bonuses', 'cumulative', 'accounts'])(
    'the header’s %s of a program',
    async (name) => {
      const column = 3 + ['grantable', 'points', 'bonuses', 'cumulative', 'accounts'].indexOf(name)
      const line = last()
        .header.split('\n')
        .find((text) => text.startsWith('program galx'))!
      const changed = line
        .split(' ')
        .map((word, index) => (index === column ? `${BigInt(word) + 1n}` : word))
        .join(' ')
      change([last().epoch, 'header.txt'], (text) => text.replace(line, changed))
      expect(await compared()).toEqual([
        `wrong: epoch ${last().epoch}, program galx, line of the header: is ${changed}, computed ${line}`,
      ])
    },
  )

  it('an extra row, a missing part, a line with another ending', async () => {
    const [first, second, third] = expected.slice(-3) as [NaiveEpoch, NaiveEpoch, NaiveEpoch]
    const part = first.parts[0]!.part
    const stranger = `0x${part}${'5'.repeat(38)}`
    change([first.epoch, 'parts', `${part}.txt`], (text) => `${text}${stranger} galx 1 1 1\n`)
    rmSync(join(copy, second.epoch, 'parts', `${part}.txt`))
    change([third.epoch, 'header.txt'], (text) => text.replaceAll('\n', '\r\n'))
    const wrong = await compared()
    expect(wrong).toContain(
      `wrong: epoch ${first.epoch}, program galx, account ${stranger}, row of part ${part}: is 1 1 1, computed none`,
    )
    expect(
      wrong.filter((line) => line.startsWith(`wrong: epoch ${second.epoch}`) && line.includes('is missing'))
        .length,
    ).toBeGreaterThan(0)
    expect(wrong.some((line) => line.startsWith(`wrong: epoch ${third.epoch}`))).toBe(true)
  })

  it('a hash and a block in EpochLog, and a replacement', async () => {
    const published = publications()
    const [one, two] = published
    const last = published.at(-1)!
    const wrongHash: Hex = `0x${'ab'.repeat(32)}`
    await publish(live, [
      { ...one!, hash: wrongHash },
      ...published.slice(1, -1),
      { ...last, blockNumber: last.blockNumber + 1n },
    ])
    await live.call(live.contract('Timelock'), live.contract('EpochLog'), epochLogAbi, 'replace', [
      one!.epoch,
      one!.hash,
      one!.blockNumber,
    ])
    await live.call(live.contract('Timelock'), live.contract('EpochLog'), epochLogAbi, 'replace', [
      two!.epoch,
      wrongHash,
      two!.blockNumber,
    ])
    await settle(live)
    const { code, wrong } = await onward()
    expect(code).toBe(1)
    expect(wrong).toEqual([
      `wrong: epoch ${one!.epoch}, hash in EpochLog: is ${wrongHash}, computed ${one!.hash}`,
      `wrong: epoch ${last.epoch}, block in EpochLog: is ${last.blockNumber + 1n}, computed ${last.blockNumber}`,
      `wrong: epoch ${two!.epoch}, hash in EpochLog: is ${wrongHash}, computed ${two!.hash}`,
    ])
  })

  it('a published epoch without a file', async () => {
    await publish(live, publications())
    await settle(live)
    rmSync(join(copy, last().epoch), { recursive: true })
    const { code, wrong } = await audit('--files', copy)
    expect(code).toBe(1)
    expect(wrong).toContain(
      `wrong: epoch ${last().epoch}, epoch file: is missing, computed ${last().headerHash}`,
    )
  })

  it('a published epoch with grants and without a file of vouchers', async () => {
    await publish(live, publications())
    await settle(live)
    await writeVouchers(await Promise.all(vouchersOfLast().map((one) => published(one))))
    const wrongOf = async (epoch: string) =>
      (await compared()).filter((line) => line.startsWith(`wrong: epoch ${epoch}, file of vouchers`))
    expect(await wrongOf(last().epoch)).toEqual([])
    rmSync(join(copy, last().epoch, 'vouchers.json'))
    expect(await wrongOf(last().epoch)).toEqual([
      `wrong: epoch ${last().epoch}, file of vouchers: is missing, computed ${vouchersOfLast().length} bonuses above 0`,
    ])
  })

  it('a ruleset whose hash EpochLog does not have', async () => {
    const [ruleset] = live.deployment.rulesets
    const other = join(folder, 'otherRuleset.json')
    writeDeployment(other, {
      ...live.deployment,
      rulesets: [{ ...ruleset!, vaultCoefficient: `${BigInt(ruleset!.vaultCoefficient) + 1n}` }],
    })
    const { code, wrong } = await audit('--deployment', other)
    expect(code).toBe(1)
    expect(wrong[0]).toMatch(/ruleset 1 in EpochLog: is 0x[0-9a-f]{64}, computed 0x[0-9a-f]{64}$/)
  })

  it('a voucher’s amount, deadline, nonce, signer and co-signer', async () => {
    const granted = vouchersOfLast()
    const [voucher] = granted
    const { program, account } = voucher!
    const { cumulative, deadline } = voucher!
    await writeVouchers([
      ...(await Promise.all(granted.map((one) => published(one)))),
      await published({ ...voucher!, cumulative: cumulative + 1n }),
      await published({ ...voucher!, deadline: deadline - 1n }),
      await published(voucher!, { signer: THIEF }),
      await published(voucher!, { coSigner: THIEF }),
      await published(voucher!, { nonce: 2n }),
    ])
    const place = `wrong: epoch ${last().epoch}, program ${program}, account ${account}`
    const { voucherSigner, voucherCoSigner } = live.deployment.roles
    const thief = THIEF.address.toLowerCase()
    expect(await compared()).toEqual([
      `${place}, amount of the voucher: is ${cumulative + 1n}, computed ${cumulative}`,
      `${place}, deadline of the voucher: is ${deadline - 1n}, computed ${deadline}`,
      `${place}, signer of the voucher: is ${thief}, computed ${voucherSigner}`,
      `${place}, co-signer of the voucher: is ${thief}, computed ${voucherCoSigner}`,
      `${place}, nonce of the voucher: is 2, computed 1`,
    ])
  })

  it.each([
    { naming: 'setSigner', role: 'signer', isBefore: true },
    { naming: 'setCoSigner', role: 'coSigner', isBefore: true },
    { naming: 'setSigner', role: 'signer', isBefore: false },
    { naming: 'setCoSigner', role: 'coSigner', isBefore: false },
  ])(
    'a voucher for the nonce before $naming, which was called before the publication: $isBefore',
    async ({ naming, role, isBefore }) => {
      const replace = () =>
        live.call(live.contract('Timelock'), live.contract('RewardVouchers'), rewardVouchersAbi, naming, [
          THIEF.address,
        ])
      if (isBefore) await replace()
      await publish(live, publications())
      if (!isBefore) await replace()
      await settle(live)
      const [voucher] = vouchersOfLast()
      const { program, account } = voucher!
      await writeVouchers([
        await published(voucher!, { nonce: 1n }),
        await published(voucher!, { [role]: THIEF, nonce: 2n }),
      ])
      const wrong = (await compared()).filter((line) => / (?:(?:co-)?signer|nonce) of the voucher/.test(line))
      const place = `wrong: epoch ${last().epoch}, program ${program}, account ${account}`
      expect(wrong).toEqual(isBefore ? [`${place}, nonce of the voucher: is 1, computed 2`] : [])
    },
  )

  it('a missing voucher, until its account draws the bonus', async () => {
    const granted = vouchersOfLast()
    const all = await Promise.all(granted.map((one) => published(one)))
    await writeVouchers(all)
    // The node no longer has the state of older blocks.
    await settle(live)
    expect(await audit('--files', copy)).toMatchObject({ complaint: '', code: 0, wrong: [] })
    const [first] = granted
    await writeVouchers(all.slice(1))
    expect(await compared()).toEqual([
      `wrong: epoch ${last().epoch}, program ${first!.program}, account ${first!.account}, voucher: is missing, computed ${first!.cumulative}`,
    ])
    const voucher = {
      program: BigInt(live.deployment.programs[first!.program]!.id),
      account: first!.account,
      cumulative: first!.cumulative,
      deadline: first!.deadline,
      signersNonce: 1n,
    }
    await live.call(THIEF.address, live.contract('RewardVouchers'), rewardVouchersAbi, 'claim', [
      await signBoth(live, voucher),
    ])
    await settle(live)
    expect(await audit('--files', copy)).toMatchObject({ complaint: '', code: 0, wrong: [] })
    // An unsigned epoch has no vouchers.
    await writeVouchers([])
    expect(await audit('--files', copy)).toMatchObject({ complaint: '', code: 0, wrong: [] })
  })

  it('a draw of one wei more than the grant, unless it is listed as stolen', async () => {
    const [account, program, , , cumulative] = last().rows.find(
      ([, name, , bonus]) => name === 'galx' && bonus !== '0',
    )!
    const id = live.deployment.programs.galx!.id
    const voucher = {
      program: BigInt(id),
      account: account as Address,
      cumulative: BigInt(cumulative) + 1n,
      deadline: 2n ** 40n,
      signersNonce: 1n,
    }
    const draw = async (amount: bigint) => {
      const given = { ...voucher, cumulative: amount }
      await live.call(account as Address, live.contract('RewardVouchers'), rewardVouchersAbi, 'claim', [
        await signBoth(live, given),
      ])
      await settle(live)
    }
    await draw(BigInt(cumulative))
    expect(await onward()).toMatchObject({ code: 0, wrong: [] })
    await draw(BigInt(cumulative) + 1n)
    const { code, wrong } = await onward()
    expect(code).toBe(1)
    expect(wrong).toEqual([
      `wrong: epoch ${BigInt(last().epoch) + 1n}, program ${program}, account ${account}, drawn by Claimed logs: is ${BigInt(cumulative) + 1n}, computed ${cumulative} granted`,
    ])
    const stolen = join(folder, 'stolen')
    writeFileSync(stolen, `galx ${account} 1\n`)
    expect(await onward('--stolen', stolen)).toMatchObject({ code: 0, wrong: [] })
  })
})

it('stolen keys of both signers and the publisher draw at most the vested amount, and the audit names the false hash and the draw', async () => {
  const { epoch, blockNumber, headerHash } = expected.at(-1)!
  const hash: Hex = `0x${'ab'.repeat(32)}`
  await publish(live, [
    ...publications().slice(0, -1),
    { epoch: BigInt(epoch), hash, blockNumber: BigInt(blockNumber) },
  ])
  const vouchers = live.contract('RewardVouchers')
  const program = BigInt(live.deployment.programs.galx!.id)
  const claimable = () =>
    live.reader.readContract({
      address: vouchers,
      abi: rewardVouchersAbi,
      functionName: 'claimable',
      args: [program],
    }) as Promise<bigint>
  const vested = await claimable()
  const signedFor = (cumulative: bigint) =>
    signBoth(live, {
      program,
      account: THIEF.address,
      cumulative,
      deadline: 2n ** 40n,
      signersNonce: 1n,
    })
  const claim = {
    address: vouchers,
    abi: rewardVouchersAbi,
    functionName: 'claim',
    account: THIEF.address,
  } as const
  const refused = async () => {
    const args = [await signedFor(vested + 1n)] as const
    await expect(live.reader.simulateContract({ ...claim, args })).rejects.toThrow('AboveVestedBudget')
  }
  await refused()
  await live.call(THIEF.address, vouchers, rewardVouchersAbi, 'claim', [await signedFor(vested)])
  expect(await claimable()).toBe(0n)
  await refused()
  await settle(live)
  const { code, wrong } = await onward()
  expect(code).toBe(1)
  expect(wrong).toEqual([
    `wrong: epoch ${epoch}, hash in EpochLog: is ${hash}, computed ${headerHash}`,
    `wrong: epoch ${BigInt(epoch) + 1n}, program galx, account ${THIEF.address.toLowerCase()}, drawn by Claimed logs: is ${vested}, computed 0 granted`,
  ])
}, 120_000)

describe('the audit ends with an error after', { timeout: 120_000 }, () => {
  const lying = async (lie: Lie, ...parameters: string[]) => {
    const liar = await startLiar(live.rpcUrl, lie)
    try {
      return await audit('--rpc', liar.url, ...parameters)
    } finally {
      await liar.stop()
    }
  }
  const logsWithout = (result: unknown, count: number) => (result as unknown[]).slice(0, -count)

  it('a log that one of two nodes leaves out', async () => {
    const liar = await startLiar(live.rpcUrl, ({ method }, result) =>
      method === 'eth_getLogs' ? logsWithout(result, 1) : result,
    )
    const { code, complaint } = await audit('--rpc', `${live.rpcUrl},${liar.url}`)
    await liar.stop()
    expect(code).toBe(1)
    expect(complaint).toMatch(
      /^node 1 \(.+\) and node 2 \(.+\) give different logs for the blocks \d+ to \d+$/,
    )
  })

  it('a log that a range leaves out, but the answer for its block alone has', async () => {
    const { code, complaint } = await lying(
      ({ method, params }, result) =>
        method === 'eth_getLogs' && 'fromBlock' in (params[0] as object) ? logsWithout(result, 1) : result,
      '--headers',
      'every',
    )
    expect(code).toBe(1)
    expect(complaint).toMatch(/leaves out the logs of block \d+$/)
  })

  it('a missing log that later logs reveal', async () => {
    const mint = '0x0000000000000000000000000000000000000000000000000000000000000000'
    const { code, complaint } = await lying(
      ({ method }, result) =>
        method === 'eth_getLogs'
          ? (result as { topics: Hex[] }[]).filter(({ topics }) => topics.length !== 4 || topics[1] !== mint)
          : result,
      '--headers',
      'needed',
    )
    expect(code).toBe(1)
    expect(complaint).toMatch(/^block \d+, log \d+: pass 1 .+: earlier logs are missing or wrong$/)
  })

  it('a log that the only node leaves out, invents or changes, if the contracts contradict the node', async () => {
    const selectorOf = (abi: Abi, name: string) =>
      toEventSelector(abi.find((item): item is AbiEvent => item.type === 'event' && item.name === name)!)
    type Log = { topics: Hex[]; data: Hex; blockNumber: Hex; logIndex: Hex }
    /** @returns the contract's newest log with this topic */
    const lastLog = async (name: 'StakingPools' | 'ZnVault', topic: Hex) => {
      const query = { address: live.contract(name), topics: [topic], fromBlock: '0x0' }
      return (await live.rpc<Log[]>('eth_getLogs', query)).at(-1)!
    }
    const staked = await lastLog('StakingPools', selectorOf(stakingPoolsAbi, 'Staked'))
    const moved = await lastLog('ZnVault', selectorOf(znVaultAbi, 'Transfer'))
    const heavier = (data: Hex): Hex => {
      const words = data.slice(2).match(/.{64}/g)!
      return `0x${words.with(4, (BigInt(`0x${words[4]}`) + 1n).toString(16).padStart(64, '0')).join('')}`
    }
    const lies: [about: Log, say: (log: Log) => Log[], words: RegExp][] = [
      [staked, () => [], /\.totalWeight in StakingPools/],
      [moved, (log) => [log, { ...log, logIndex: '0xfff' }], /shares in ZnVault/],
      [
        staked,
        (log) => [{ ...log, data: heavier(log.data) }],
        /account 0x[0-9a-f]{40}, \w+\.weight in StakingPools/,
      ],
    ]
    const saved = join(folder, 'deceived')
    // A node that began from a saved state has no state of earlier blocks: the final block must come later.
    await live.rpc('anvil_mine', '0x4')
    for (const [{ blockNumber, logIndex }, say, words] of lies) {
      const isAbout = (log: Log) => log.blockNumber === blockNumber && log.logIndex === logIndex
      const { code, wrong, complaint } = await lying(
        ({ method }, result) =>
          method === 'eth_getLogs'
            ? (result as Log[]).flatMap((log) => (isAbout(log) ? say(log) : [log]))
            : result,
        '--save',
        saved,
      )
      expect(code, complaint).toBe(1)
      expect(wrong.join('\n'), complaint).toMatch(words)
      expect(wrong[0]).toMatch(/ at block \d+: is \d+, computed \d+$/)
      // The command sets aside a state that a lie has made wrong.
      expect(complaint).toContain(`${saved} is now ${saved}.wrong`)
      expect(existsSync(saved)).toBe(false)
    }
  })

  it('state that the node no longer has, with a message that first names an archive node', async () => {
    const { code, complaint } = await lying(({ method }, result) => {
      if (method === 'eth_call')
        throw new NodeReplyError({ code: -32_000, message: 'missing trie node 0xab' })
      return result
    })
    expect(code).toBe(1)
    expect(complaint).toMatch(
      /^an archive is needed: .+ no longer has the state of that block: missing trie node/,
    )
  })

  it('a header whose fields give another hash', async () => {
    const { code, complaint } = await lying(
      ({ method, params }, result) =>
        method === 'eth_getBlockByNumber' && params[0] === '0x20'
          ? { ...(result as object), timestamp: '0x1' }
          : result,
      '--headers',
      'every',
    )
    expect(code).toBe(1)
    expect(complaint).toMatch(/gives block 32 the hash 0x.+; its header has 0x/)
  })

  it('a final block that another block replaced after the state was saved', async () => {
    const saved = readFileSync(state(), 'utf8')
    const forked = join(folder, 'forked')
    const [line] = /^next .+$/m.exec(saved)!
    const number = BigInt(line.split(' ')[3]!)
    const { code, complaint } = await lying(
      ({ method, params }, result) => {
        const block = result as { number?: Hex; extraData?: Hex } | null
        return method === 'eth_getBlockByNumber' &&
          block?.number &&
          BigInt(block.number) === number &&
          params[0] !== 'finalized'
          ? { ...block, extraData: '0x01' }
          : result
      },
      '--from',
      state(),
    )
    expect(code).toBe(1)
    expect(complaint).toContain(`block ${number}`)
    // The command refuses an edited state file.
    writeFileSync(forked, saved.replace(/^weight (\d+) (\d+) \d+$/m, 'weight $1 $2 1'))
    expect(await audit('--from', forked)).toMatchObject({
      code: 1,
      complaint: `${forked} is damaged: its hash differs`,
    })
  })

  it('a wrong command line', async () => {
    expect(await audit('--headers', 'some')).toMatchObject({ code: 2 })
    expect(await audit('--files', files, '--vouchers', 'some')).toMatchObject({ code: 2 })
    expect(await audit('--vouchers', 'none')).toMatchObject({ code: 2 })
    expect(await audit('--follow', '--files', files)).toMatchObject({ code: 2 })
    mkdirSync(join(folder, 'empty'), { recursive: true })
    expect(await audit('--from', join(folder, 'empty', 'none'))).toMatchObject({ code: 2 })
  })
})

describe('accounts of the life', () => {
  it('have grants above 0', () => {
    const granted = new Set(expected.at(-1)!.rows.map(([account]) => account))
    expect([ONE, TWO].every((account) => granted.has(account))).toBe(true)
  })
})
