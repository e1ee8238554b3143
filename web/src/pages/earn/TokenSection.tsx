import { combine } from '../../core/state/combine.ts'
import { mapReading, valueOf } from '../../core/state/reading.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { TokenBadge } from '../../design/TokenBadge/TokenBadge.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { byToken } from './model.ts'
import { earnTexts } from './texts.ts'
import { useHoldings } from './useHoldings.ts'
import styles from './TokenSection.module.css'

const SECOND = 1_000

/** The amount of each token in all products together. It is shown only if all products are known: an incomplete sum would look like the total. */
export function TokenSection() {
  const texts = useTexts(earnTexts).tokens
  const { pools, vault, passes } = useHoldings(SECOND)
  const legs = combine([combine(pools.map(({ staked }) => staked)), vault, passes])
  const sums = mapReading(legs, ([staked, inVault, owned]) =>
    byToken([
      ...staked.flatMap(({ amount, pairAmount }, index) => {
        const pool = pools[index]?.pool
        if (pool === undefined) return []
        return [
          { token: pool.stakeToken, amount },
          ...(pool.pairToken === null ? [] : [{ token: pool.pairToken, amount: pairAmount }]),
        ]
      }),
      { token: 'GALX', amount: inVault.worth },
      { token: 'MCM', amount: owned.bonds },
    ]),
  )
  const known = valueOf(sums)
  return (
    <Section title={texts.title}>
      <Card className={styles.card}>
        {known === undefined ? (
          sums.status === 'failed' ? (
            <p className={styles.note}>{texts.unread}</p>
          ) : (
            <Skeleton shape="block" height="120px" />
          )
        ) : (
          <>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{texts.token}</th>
                  <th scope="col">{texts.staked}</th>
                </tr>
              </thead>
              <tbody>
                {known.map(({ token, amount }) => (
                  <tr key={token}>
                    <th scope="row">
                      <TokenBadge symbol={token} withName />
                    </th>
                    <td>
                      <Amount value={amount} most={4} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className={styles.note}>{texts.note}</p>
          </>
        )}
      </Card>
    </Section>
  )
}
