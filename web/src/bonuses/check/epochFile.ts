/**
 * Reads the epoch file (docs/rewards.md): the header, and an account's rows in a part. Each value has only one valid spelling. So the
 * values that are read are exactly the values that are hashed.
 */

type EpochProgram = {
  key: string
  id: bigint
  /** wei of the program's token */
  grantable: bigint
  /** sum of all accounts' points */
  points: bigint
  /** wei granted in this epoch, all accounts */
  bonuses: bigint
  /** wei granted so far, all accounts */
  cumulative: bigint
  /** accounts with a row */
  accounts: bigint
}

export type EpochHeader = {
  chainId: bigint
  genesis: string
  /** StakingPools, ZnVault, NodePass, RewardVouchers, EpochLog */
  contracts: readonly string[]
  ruleset: { number: bigint; hash: string }
  epoch: bigint
  /** unix seconds */
  from: bigint
  to: bigint
  /** hash of the previous epoch's header; null in the first epoch */
  previous: string | null
  programs: readonly EpochProgram[]
  /** by a part's two hex digits: the hash of the part's bytes */
  parts: ReadonlyMap<string, string>
}

export type EpochRow = { points: bigint; bonus: bigint; cumulative: bigint }

/** The file breaks the rules of the format. */
export class FileUnreadableError extends Error {
  override readonly name = 'FileUnreadableError'
}

const NUMBER = '(0|[1-9][0-9]*)'
const HASH = '(0x[0-9a-f]{64})'
const ADDRESS = '(0x[0-9a-f]{40})'
const KEY = '([a-z][A-Za-z]*)'

function pattern(text: string): RegExp {
  return new RegExp(`^${text}$`)
}

const LINE = {
  chain: pattern(`chain ${NUMBER}`),
  genesis: pattern(`genesis ${HASH}`),
  contracts: pattern(`contracts ${Array.from({ length: 5 }, () => ADDRESS).join(' ')}`),
  ruleset: pattern(`ruleset ${NUMBER} ${HASH}`),
  epoch: pattern(`epoch ${NUMBER}`),
  time: pattern(`time ${NUMBER} ${NUMBER}`),
  first: pattern(`first (?:-|${NUMBER} ${HASH})`),
  last: pattern(`last (?:-|${NUMBER} ${HASH})`),
  previous: pattern(`previous (?:-|${HASH})`),
  program: pattern(`program ${KEY} ${Array.from({ length: 6 }, () => NUMBER).join(' ')}`),
  part: pattern(`part ([0-9a-f]{2}) ${NUMBER} ${HASH}`),
}

/** @throws FileUnreadableError naming the first line that breaks the format */
export function parseHeader(text: string): EpochHeader {
  const lines = linesOf(text)
  let at = 0
  const take = (name: keyof typeof LINE): string[] => {
    const found = LINE[name].exec(lines[at] ?? '')
    if (found === null) throw new FileUnreadableError(`line ${at + 1} is not "${name} …"`)
    at += 1
    return found.slice(1)
  }
  const all = (name: 'program' | 'part'): string[][] => {
    const found: string[][] = []
    while (lines[at]?.startsWith(`${name} `) === true) found.push(take(name))
    return found
  }
  if (lines[at] !== 'GALX epoch 1') throw new FileUnreadableError('line 1 is not "GALX epoch 1"')
  at += 1
  const [chainId] = take('chain') as [string]
  const [genesis] = take('genesis') as [string]
  const contracts = take('contracts')
  const [number, hash] = take('ruleset') as [string, string]
  const [epoch] = take('epoch') as [string]
  const [from, to] = take('time') as [string, string]
  take('first')
  take('last')
  const [previous] = take('previous') as [string | undefined]
  const programs = all('program').map(([key = '', ...figures]): EpochProgram => {
    const [id, grantable, points, bonuses, cumulative, accounts] = figures.map(BigInt) as [
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
    ]
    return { key, id, grantable, points, bonuses, cumulative, accounts }
  })
  const parts = all('part')
  if (at !== lines.length) throw new FileUnreadableError(`line ${at + 1} does not belong in a header`)
  const order = parts.map(([digits = '']) => digits)
  if (order.some((digits, index) => index > 0 && digits <= (order[index - 1] ?? '')))
    throw new FileUnreadableError('the parts are not in ascending order')
  return {
    chainId: BigInt(chainId),
    genesis,
    contracts,
    ruleset: { number: BigInt(number), hash },
    epoch: BigInt(epoch),
    from: BigInt(from),
    to: BigInt(to),
    previous: previous ?? null,
    programs,
    parts: new Map(parts.map(([digits = '', , hash = '']) => [digits, hash])),
  }
}

const ROW = pattern(`${NUMBER} ${NUMBER} ${NUMBER}`)

/**
 * The account's row of one program; null if the part has no such row.
 * @throws FileUnreadableError if the text belongs to another part or epoch, or has the row more than once
 */
export function rowIn(text: string, epoch: bigint, account: string, program: string): EpochRow | null {
  const digits = account.slice(2, 4)
  if (!text.startsWith(`GALX epoch part 1\nepoch ${epoch}\npart ${digits}\n`) || !text.endsWith('\n'))
    throw new FileUnreadableError(`this is not part ${digits} of epoch ${epoch}`)
  // Searches instead of splitting the text: a part of a large epoch has thousands of lines.
  const start = `\n${account} ${program} `
  const place = text.indexOf(start)
  if (place < 0) return null
  if (text.indexOf(start, place + 1) >= 0)
    throw new FileUnreadableError(`${account} has two rows of ${program}`)
  const from = place + start.length
  const found = ROW.exec(text.slice(from, text.indexOf('\n', from)))
  if (found === null)
    throw new FileUnreadableError(`the row of ${account} in ${program} is not three numbers`)
  const [points, bonus, cumulative] = found.slice(1).map(BigInt) as [bigint, bigint, bigint]
  return { points, bonus, cumulative }
}

function linesOf(text: string): string[] {
  if (!text.endsWith('\n')) throw new FileUnreadableError('the last line has no line feed')
  return text.slice(0, -1).split('\n')
}
