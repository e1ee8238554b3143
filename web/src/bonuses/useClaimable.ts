import type { ProgramKey } from '@galx/protocol/products'
import { useEffect } from 'react'
import { valueOf, type Reading } from '../core/state/reading.ts'
import type { ClaimableBonus, TakeBonus } from '../staking/claimableBonus.ts'
import { bonusesIntent, withBonusesIntent } from './claimIntents.ts'
import { callOf, type Claim } from './claimModel.ts'
import { useClaims } from './useClaims.ts'

/** The claims of these programs. Hands over the present claims, or null if nothing can be claimed now. */
export function useClaimable(programs: readonly ProgramKey[], take: TakeBonus): Reading<Claim[]> {
  const claims = useClaims(programs)
  const payable = (valueOf(claims) ?? []).filter(({ voucher }) => voucher !== null)
  // Every reading makes new objects. The claims are the same while their vouchers and sums are the same.
  const same = payable
    .map(({ voucher, payable: amount }) =>
      [voucher?.signature, voucher?.coSignature].map((one) => `${one?.r}/${one?.vs}`).concat(`${amount}`),
    )
    .join()
  useEffect(() => {
    take(
      payable.length === 0
        ? null
        : {
            parts: payable.map(({ program, token, payable: amount }) => ({ program, token, amount })),
            amounts: payable.reduce<ClaimableBonus['amounts']>(
              (sums, { token, payable: amount }) => ({ ...sums, [token]: (sums[token] ?? 0n) + amount }),
              {},
            ),
            call: (account, pools) => callOf(account, pools, payable),
            intent: (pools, tokens) =>
              pools.length === 0 ? bonusesIntent(payable) : withBonusesIntent(pools, tokens, payable),
          },
    )
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [same, take])
  useEffect(() => () => take(null), [take])
  return claims
}
