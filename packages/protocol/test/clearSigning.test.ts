// Clear-signing descriptors (ERC-7730): they are made from interfaces and a deployment, are valid and complete, and describe the effect of a call.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Hex } from 'viem'
import { encodeFunctionData, getAddress, isAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { rewardVouchersAbi } from '../src/abi/RewardVouchers.ts'
import { stakingPoolsAbi } from '../src/abi/StakingPools.ts'
import { deploymentsOf } from '../src/clearSigning/descriptor.ts'
import { descriptorFaults } from '../src/clearSigning/faults.ts'
import { CALL_ABIS } from '../src/clearSigning/interfaces.ts'
import { namesOf } from '../src/clearSigning/names.ts'
import { CALL_PLANS, type CallSubject } from '../src/clearSigning/plans.ts'
import { renderCall, renderMessage } from '../src/clearSigning/render.ts'
import { PERMIT_TYPES } from '../src/permit.ts'
import { PRODUCTS } from '../src/products.ts'
import { voucherTypedData } from '../src/voucher.ts'
import {
  address,
  ACCOUNT,
  OTHER,
  CONTRACTS,
  SUBJECT,
  english,
  chinese,
  vietnamese,
  DEADLINE,
  NO_PERMIT,
  SIGNATURE,
  voucherOf,
  pools,
  vouchers,
  galx,
  usdt,
  five,
  POOLS,
  encode,
  say,
} from './clearSigning/scene.ts'
import { EXAMPLES } from './clearSigning/examples.ts'

describe('descriptors', () => {
  it.each(
    Object.entries({
      ...english,
      ...Object.fromEntries(Object.entries(chinese).map(([name, one]) => [`zh ${name}`, one])),
      ...Object.fromEntries(Object.entries(vietnamese).map(([name, one]) => [`vi ${name}`, one])),
    }),
  )('%s follows ERC-7730', (_, descriptor) => {
    expect(descriptorFaults(descriptor)).toEqual([])
  })

  describe('in the registry’s own schema, with its formats enforced', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    for (const name of ['date-time', 'uri', 'uri-reference'] as const) ajv.addFormat(name, fullFormats[name])
    ajv.addFormat('eip155', { type: 'number', validate: (id: number) => Number.isInteger(id) && id > 0 })
    ajv.addFormat('eip55', (text: string) => isAddress(text) && getAddress(text) === text)
    const validate = ajv.compile(
      JSON.parse(
        readFileSync(join(import.meta.dirname, 'fixtures/erc7730/erc7730-v2.schema.json'), 'utf8'),
      ) as object,
    )
    const folder = join(import.meta.dirname, '../../../docs/clear-signing/embedded')

    it.each(readdirSync(folder))('docs/clear-signing/embedded/%s is valid', (name) => {
      validate(JSON.parse(readFileSync(join(folder, name), 'utf8')))
      expect(validate.errors ?? []).toEqual([])
    })

    it('a lowercase address and a date without a time are not', () => {
      const bad = structuredClone(english['calldata-StakingPools.json']!)
      deploymentsOf(bad)[0]!.address = OTHER
      bad.metadata.info = { url: 'https://galx.example/', deploymentDate: '2026-11-30' }
      expect(validate(bad)).toBe(false)
      expect(validate.errors?.map(({ params }) => params.format as unknown)).toEqual(
        expect.arrayContaining(['eip55', 'date-time']),
      )
      expect(descriptorFaults(bad)).toEqual([
        `${OTHER} has not the checksum of EIP-55`,
        '2026-11-30 is not a time of RFC 3339',
      ])
    })
  })

  it('are found by an address in any case', () => {
    const data = encode({ of: 'StakingPools', name: 'stake', args: [101n, five, 0n, OTHER] })
    expect(say(english, getAddress(pools), data)).toEqual(say(english, pools, data))
    expect(say(english, pools, data)).not.toBeNull()
  })

  it('are checked for a path in the sentence that no field shows, a missing table, and a format without its parameter', () => {
    const bad = structuredClone(english['calldata-StakingPools.json']!)
    const [signature = ''] = Object.keys(bad.display.formats)
    const format = bad.display.formats[signature]!
    format.interpolatedIntent = 'Stake {nothing}'
    format.fields[0]!.params = { $ref: '$.metadata.enums.nowhere' }
    delete format.fields[1]!.params
    expect(descriptorFaults(bad)).toEqual([
      expect.stringContaining('$.metadata.enums.nowhere'),
      expect.stringContaining('amount needs exactly one of token, tokenPath'),
      expect.stringContaining('the sentence names nothing'),
    ])
  })

  const planned = (Object.keys(CALL_PLANS) as CallSubject[]).flatMap((of) =>
    Object.keys(CALL_PLANS[of]).map((name) => `${of}.${name}`),
  )

  it('describe each function of a report call', () => {
    const reported = Object.values(PRODUCTS).flatMap(({ reports }) =>
      Object.values(reports as Record<string, { contract: string; functions: readonly string[] }>).flatMap(
        ({ contract, functions }) => functions.map((name) => `${contract}.${name}`),
      ),
    )
    expect(reported.filter((name) => !planned.includes(name))).toEqual([])
  })

  it('omit only functions for roles', () => {
    const roles: Partial<Record<CallSubject, string[]>> = {
      StakingPools: [
        'acceptOwnership',
        'createPool',
        'pauseStaking',
        'renounceOwnership',
        'setGuardian',
        'transferOwnership',
        'unpauseStaking',
      ],
      ZnVault: [
        'acceptOwnership',
        'pauseDeposits',
        'renounceOwnership',
        'setGuardian',
        'transferOwnership',
        'unpauseDeposits',
      ],
      RewardVouchers: [
        'acceptOwnership',
        'createProgram',
        'pause',
        'setGuardian',
        'transferOwnership',
        'unpause',
      ],
      BurnableToken: ['mint', 'setMinter'],
      Token: ['lowerFee'],
    }
    for (const of of [
      'StakingPools',
      'ZnVault',
      'Levels',
      'NodePass',
      'AaaFund',
      'RewardVouchers',
      'Token',
      'BurnableToken',
    ] as const) {
      const open = CALL_ABIS[of].flatMap((item) =>
        item.type === 'function' && !['view', 'pure'].includes(item.stateMutability) ? [item.name] : [],
      )
      const plans = Object.keys(CALL_PLANS[of]).map((name) => name.split(' ')[0])
      const without = [...new Set(open)].filter((name) => !plans.includes(name)).sort()
      expect([of, without]).toEqual([of, (roles[of] ?? []).sort()])
    }
  })

  it('have an example below for each function', () => {
    const shown = EXAMPLES.map(({ of, name }) => `${of}.${name}`)
    expect(planned.filter((name) => !shown.includes(name))).toEqual(['Multicall3.aggregate3'])
  })
})

describe('rendered from the bytes', () => {
  it.each(EXAMPLES)('$of: $name', ({ of, to, name, args, value, says }) => {
    const data = encode({ of, name, args })
    expect(say(english, to, data, value)?.sentence).toBe(says)
    const said = say(chinese, to, data, value, '你的账户')
    expect(said?.sentence).toMatch(/[\u4e00-\u9fff]/)
    expect(said?.fields.length).toBe(say(english, to, data, value)?.fields.length)
    const inVietnamese = say(vietnamese, to, data, value, 'tài khoản của bạn')
    expect(inVietnamese?.sentence).not.toContain('{')
    expect(inVietnamese?.fields.length).toBe(said?.fields.length)
  })

  it('describes each of several calls in one, and nothing if one call is unknown', () => {
    const claims = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'claimFor',
      args: [101n, ACCOUNT],
    })
    const bonus = encodeFunctionData({
      abi: rewardVouchersAbi,
      functionName: 'claimMany',
      args: [[voucherOf(201n, five)]],
    })
    const together = (target: Hex, allowFailure = false) =>
      encode({
        of: 'Multicall3',
        name: 'aggregate3',
        args: [
          [
            { target: pools, allowFailure, callData: claims },
            { target, allowFailure: false, callData: bonus },
          ],
        ],
      })
    const to = CONTRACTS.Multicall3 as Hex
    expect(say(english, to, together(vouchers))?.sentence).toBe(
      'Claim the rewards of the pool GALX for your account; Pay your account the undrawn part of 5 GALX (GALX community bonus)',
    )
    expect(say(english, to, together(OTHER))).toBeNull()
    expect(say(english, to, together(vouchers, true))).toBeNull()
  })

  it('follows the descriptor: the term in days, no inviter if there is none, no signature parts', () => {
    const none = address('')
    const data = encode({
      of: 'StakingPools',
      name: 'stakeWithPermit',
      args: [105n, five, 1n, none, { deadline: DEADLINE, ...SIGNATURE }, NO_PERMIT],
    })
    expect(say(english, pools, data)?.fields).toEqual([
      { label: 'Pool', value: 'MCF term deposit' },
      { label: 'Amount', value: '5 MCM' },
      { label: 'Term', value: '90 days' },
    ])
    const first = encode({ of: 'StakingPools', name: 'stake', args: [105n, five, 0n, OTHER] })
    expect(say(english, pools, first)?.fields.at(2)?.value).toBe('flexible; 30 days (MCF term deposit)')
    const approval = encode({ of: 'PlainToken', name: 'approve', args: [pools, five] })
    expect(say(english, usdt, approval)?.fields[0]).toEqual({
      label: 'Spender',
      value: `StakingPools (${pools})`,
    })
  })

  it('describes no other contract, chain or function, no unknown pool, and no truncated bytes', () => {
    const data = encode({ of: 'StakingPools', name: 'claim', args: [101n, ACCOUNT] })
    expect(say(english, OTHER, data)).toBeNull()
    expect(
      renderCall(
        Object.values(english),
        { chainId: 1, from: ACCOUNT, to: pools, data, value: 0n },
        namesOf(SUBJECT, ACCOUNT, 'me'),
      ),
    ).toBeNull()
    expect(say(english, pools, '0x12345678')).toBeNull()
    expect(
      say(english, pools, encode({ of: 'StakingPools', name: 'claim', args: [999n, ACCOUNT] })),
    ).toBeNull()
    expect(say(english, pools, data.slice(0, -2) as Hex)).toBeNull()
  })

  it('describes a permit', () => {
    const message = {
      owner: ACCOUNT,
      spender: pools,
      value: five.toString(),
      nonce: '0',
      deadline: DEADLINE.toString(),
    }
    const typed = {
      domain: { chainId: 56, verifyingContract: galx },
      types: PERMIT_TYPES,
      primaryType: 'Permit',
      message,
    }
    const names = namesOf(SUBJECT, ACCOUNT, 'your account')
    expect(renderMessage(Object.values(english), typed, names)?.sentence).toBe(
      `Let ${POOLS} spend 5 GALX of your account until 2026-11-22 13:20 UTC`,
    )
    const foreign = { ...typed, domain: { chainId: 56, verifyingContract: OTHER } }
    expect(renderMessage(Object.values(english), foreign, names)).toBeNull()
  })

  it('describes a voucher', () => {
    const typed = voucherTypedData(56, vouchers, {
      program: 202n,
      account: OTHER,
      cumulative: five,
      deadline: DEADLINE,
      signersNonce: 1n,
    })
    expect(renderMessage(Object.values(english), typed, namesOf(SUBJECT, ACCOUNT, 'me'))?.sentence).toBe(
      `Grant ${OTHER} 5 USDT in all (Promotion bonus)`,
    )
  })
})
