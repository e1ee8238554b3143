/** The validators whose votes count for each block, on a chain with the test's own validators; and the light client's requests to a node. */
import { keccak256, toRlp, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { UNBONDING } from '../../../src/core/lightclient/checkpoint.ts'
import { createFollower } from '../../../src/core/lightclient/follow.ts'
import {
  createProver,
  NodeRefusalError,
  NoProofsError,
  type Rpc,
} from '../../../src/core/lightclient/prove.ts'
import { createVotedChain, members } from './chainOfVotes.ts'

const START = 100_005_000
const SETS = [members('a', 6), members('b', 9), members('c', 6)]
function named(epoch: number) {
  return SETS[(epoch - START) / 1_000]!
}
/** Blocks until a new set begins: with six validators and turns of 8, (6 / 2 + 1) × 8 − 1. */
const WAIT = 31

/** The chain's rule: a set's votes count for the blocks after the block in which the set begins. */
function inForce(target: number) {
  if (target > START + 1_000 + WAIT) return SETS[1]!
  return SETS[0]!
}
function ordinary(number: number) {
  const wanted = [2, WAIT + 1, WAIT + 2, WAIT + 3, 500].includes(number % 1_000)
  return wanted ? { source: number - 2, target: number - 1, set: inForce(number - 1) } : null
}

function follower(vote: Parameters<typeof createVotedChain>[0]['vote'] = ordinary) {
  const chain = createVotedChain({ named, turnLength: 8, vote })
  const checkpoint = { number: START, hash: chain.hashOf(START), time: 1_800_000_000 + START }
  return { chain, checkpoint, ...createFollower(checkpoint, chain.source, checkpoint.time) }
}

describe('a follower', () => {
  it('counts the votes of the old validators until the new validators begin', async () => {
    const { followTo, finalBlock, at } = follower()
    await followTo(START + 1_999)
    expect(at().number).toBe(START + 1_000)
    expect(await finalBlock(START + 1_000 + WAIT - 1)).toMatchObject({ validators: 6 })
    expect(await finalBlock(START + 1_000 + WAIT)).toMatchObject({ validators: 9, voters: 9 })
    await followTo(START + 2_000)
    expect(at().number).toBe(START + 2_000)
  })

  it.each([
    ['the new validators a block too early', 0, SETS[1]!],
    ['the old validators a block too long', 1, SETS[0]!],
  ])('refuses the votes of %s', async (_name, later, set) => {
    const at = START + 1_000 + WAIT + later
    const { followTo, finalBlock } = follower((number) =>
      number === at + 1 ? { source: at - 1, target: at, set } : ordinary(number),
    )
    await followTo(START + 1_999)
    await expect(finalBlock(at - 1)).rejects.toThrow(/not signed|not in the set|have voted/)
  })

  it('waits for a later block if votes are missing, and goes back by the parents', async () => {
    const { followTo, at } = follower((number) => {
      if (number === START + 1_002) return null
      if (number === START + 1_006) return { source: number - 2, target: number - 1, set: SETS[0]! }
      return ordinary(number)
    })
    await followTo(START + 1_999)
    expect(at().number).toBe(START + 1_000)
  })

  it('accepts no block as final by votes for a block that is not its child', async () => {
    const { followTo } = follower((number) =>
      number % 1_000 < 100 && number % 1_000 >= 2 && number > START + 1_000
        ? { source: START + 1_000, target: START + 1_002 - (number % 1_000 === 2 ? 2 : 0), set: SETS[0]! }
        : null,
    )
    await expect(followTo(START + 1_999)).rejects.toThrow()
  })

  it.each([0b1111n, 0b111111n])('needs two thirds: %s', async (voters) => {
    const { followTo } = follower((number) => {
      const vote = ordinary(number)
      return vote && { ...vote, voters }
    })
    await followTo(START + 1_000)
  })

  it('refuses half of the validators', async () => {
    const { followTo } = follower((number) => {
      const vote = ordinary(number)
      return vote && { ...vote, voters: 0b111n }
    })
    await expect(followTo(START + 1_000)).rejects.toThrow('3 of 6')
  })

  it('cannot judge a block of another epoch', async () => {
    const { finalBlock } = follower()
    await expect(finalBlock(START - 1)).rejects.toThrow('another epoch')
    await expect(finalBlock(START + 1_001)).rejects.toThrow('another epoch')
  })
})

describe('a prover', () => {
  const address: Hex = `0x${'22'.repeat(20)}`
  const code: Hex = '0x6001'
  // The state has one account, without storage.
  const account = toRlp(['0x01', '0x', keccak256(toRlp('0x')), keccak256(code)])
  const leaf = toRlp([`0x20${keccak256(address).slice(2)}`, account])
  const chain = createVotedChain({ named, turnLength: 8, vote: ordinary, stateRoot: keccak256(leaf) })
  const checkpoint = { number: START, hash: chain.hashOf(START), time: 1_800_000_000 + START }
  const block = START + 1_498
  const now = 1_800_000_000 + block + 20

  function node(answers: Record<string, unknown> = {}): { rpc: Rpc; asked: string[] } {
    const asked: string[] = []
    const given: Record<string, (params: readonly unknown[]) => unknown> = {
      eth_blockNumber: () => `0x${(block + 4).toString(16)}`,
      eth_getHeaderByNumber: ([number]) => chain.header(Number(number)),
      eth_getBlockByNumber: ([number]) => chain.header(Number(number)),
      eth_getProof: () => ({ accountProof: [leaf], storageProof: [{ proof: [] }] }),
      eth_getCode: () => code,
    }
    return {
      asked,
      rpc: async (method, params) => {
        asked.push(method)
        const answer = method in answers ? answers[method] : given[method]!(params)
        if (answer instanceof Error) throw answer
        return Promise.resolve(answer)
      },
    }
  }
  const wanted = [{ address, slots: ['0x0' as Hex], withCode: true }]

  async function prove(rpc: Rpc, at = now) {
    const prover = createProver(checkpoint, rpc, at)
    await prover.follow(() => {})
    return prover.prove(block, wanted)
  }

  it('proves code and storage of a final block', async () => {
    const { rpc, asked } = node()
    expect(await prove(rpc)).toMatchObject({
      number: block,
      hash: chain.hashOf(block),
      voters: 9,
      validators: 9,
      accounts: [{ codeHash: keccak256(code), code, values: [0n] }],
    })
    // The client requests five headers: the checkpoint, two of the next epoch, and two of the block.
    expect(asked.filter((method) => method === 'eth_getHeaderByNumber')).toHaveLength(5)
  })

  it('asks for whole blocks if the node gives no single headers', async () => {
    const { rpc, asked } = node({ eth_getHeaderByNumber: new NodeRefusalError('method not found') })
    expect((await prove(rpc)).number).toBe(block)
    expect(asked).toContain('eth_getBlockByNumber')
  })

  it.each([
    ['over rate limit', -32016],
    ['request timed out', null],
  ])('asks again for the header after the refusal “%s”, and not for the whole block', async (words, code) => {
    let refused = false
    const { rpc, asked } = node()
    const busy: Rpc = async (method, params) => {
      if (method !== 'eth_getHeaderByNumber' || refused) return rpc(method, params)
      refused = true
      throw new NodeRefusalError(words, code)
    }
    expect((await prove(busy)).number).toBe(block)
    expect(refused).toBe(true)
    expect(asked).not.toContain('eth_getBlockByNumber')
  })

  it('waits for a block that the node does not have yet', async () => {
    let early = true
    const { rpc } = node()
    const late: Rpc = async (method, params) => {
      if (Number(params[0]) !== block + 2 || !early) return rpc(method, params)
      early = method !== 'eth_getBlockByNumber'
      return null
    }
    expect((await prove(late)).number).toBe(block)
  })

  it('reports a node that gives no proofs', async () => {
    const { rpc } = node({ eth_getProof: new NodeRefusalError('method not found') })
    await expect(prove(rpc)).rejects.toThrow(NoProofsError)
  })

  it('does not report this of a node that limits the rate of proofs', async () => {
    const { rpc } = node({ eth_getProof: new NodeRefusalError('over rate limit', -32016) })
    await expect(prove(rpc)).rejects.not.toThrow(NoProofsError)
    await expect(prove(rpc)).rejects.toThrow('over rate limit')
  })

  it.each([
    ['other code', { eth_getCode: '0x6002' }],
    ['a proof of nothing', { eth_getProof: { accountProof: [], storageProof: [{ proof: [] }] } }],
    ['no proof', { eth_getProof: null }],
  ])('refuses %s', async (_name, answers) => {
    await expect(prove(node(answers).rpc)).rejects.toThrow(/different code|lead to its root|no proof/)
  })

  it('refuses a block of ten minutes ago, and a checkpoint that is too old', async () => {
    await expect(prove(node().rpc, now + 700)).rejects.toThrow('too old')
    expect(() => createProver(checkpoint, node().rpc, checkpoint.time + UNBONDING + 1)).toThrow('unbonding')
  })
})
