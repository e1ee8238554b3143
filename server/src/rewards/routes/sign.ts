/** The calls that give an account its signed voucher: one route for each sign call in the registry. */
import { encodeFunctionData, type Address } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { ErrorName } from '@galx/protocol/http/errors'
import { SignData, signRequestOf } from '@galx/protocol/http/vouchers'
import { PRODUCTS, type ProgramKey, type ServerName } from '@galx/protocol/products'
import { secondsOf, type ApiContext } from '../../http/context.ts'
import { defineRoute, sessionOf, type Caller, type Route } from '../../http/route.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { vouchersOf } from '../vouchers.ts'
import { askVouchers } from '../../ledger/voucherTerms.ts'

const REFUSALS: readonly ErrorName[] = [
  'claimsPaused',
  'signerDisabled',
  'voucherOutdated',
  'voucherExpired',
  'programUnknown',
]

type Asked = { program?: ProgramKey }

function signRoute(call: string, method: 'GET' | 'POST', programs: readonly ProgramKey[]): Route {
  const request = signRequestOf(programs)
  const common = {
    path: `/${call}`,
    summary: `The caller’s signed voucher of ${programs.join(' or ')}; the drawn amount comes from the contract`,
    auth: 'required',
    data: SignData,
    refusals: REFUSALS,
  } as const
  const programOf = (asked: Asked) => asked.program ?? programs[0]!
  return method === 'GET'
    ? defineRoute({
        ...common,
        method,
        signs: true,
        query: request,
        handle: (context, { query, caller }) => readSign(context, caller, programOf(query as Asked)),
      })
    : defineRoute({
        ...common,
        method,
        body: request,
        handle: (context, { body, caller }) => readSign(context, caller, programOf(body as Asked)),
      })
}

async function readSign(context: ApiContext, caller: Caller, program: ProgramKey): Promise<SignData> {
  const { address } = sessionOf(caller)
  const deployed = context.deployment.programs[program]
  if (deployed === undefined) throw new RefusalError('programUnknown')
  const contract = context.deployment.contracts.RewardVouchers.address as Address
  const programId = BigInt(deployed.id)
  const drawn = encodeFunctionData({
    abi: rewardVouchersAbi,
    functionName: 'drawn',
    args: [programId, address],
  })
  const [claimed, { signersNonce, pausedUntil }, [voucher]] = await Promise.all([
    askVouchers(context.limits.chainFor(caller), contract, drawn),
    context.voucherTerms(),
    vouchersOf(context.readOwn, address, [program]),
  ])
  const now = secondsOf(context)
  if (pausedUntil > BigInt(now))
    throw new RefusalError('claimsPaused', undefined, { until: minuteOf(pausedUntil) })
  if (signersNonce === null) throw new RefusalError('signerDisabled')
  if (voucher !== undefined && voucher.cumulative > claimed) {
    if (BigInt(voucher.signersNonce) !== signersNonce) throw new RefusalError('voucherOutdated')
    // The signer has been off for longer than a voucher is valid. The contract refuses an expired voucher, and the sender would pay gas for nothing.
    if (voucher.deadline < now) throw new RefusalError('voucherExpired')
  }
  const cumulative = voucher?.cumulative ?? 0n
  return {
    program,
    programId: deployed.id,
    token: deployed.token,
    account: address,
    cumulative: cumulative.toString(),
    claimed: claimed.toString(),
    claimable: (cumulative > claimed ? cumulative - claimed : 0n).toString(),
    deadline: voucher?.deadline ?? null,
    signersNonce: voucher?.signersNonce ?? null,
    signature: voucher?.signature ?? null,
    coSignature: voucher?.coSignature ?? null,
    contract,
  }
}

/** `2026-11-22 13:05`, rounded up */
function minuteOf(seconds: bigint): string {
  return new Date(Math.ceil(Number(seconds) / 60) * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}

/** The sign calls of one server. */
export function signRoutes(server: ServerName): Route[] {
  return Object.values(PRODUCTS).flatMap(({ sign }) =>
    sign === null || sign.server !== server ? [] : [signRoute(sign.call, sign.method, sign.programs)],
  )
}
