import { upgradePrice } from '@galx/protocol/formulas'
import { groupThousands, formatUnitsDown } from '@galx/protocol/units'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { boostText } from '../../staking/format.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { btcTexts } from './texts.ts'
import { useLevels } from '../../staking/levels/useLevels.ts'
import styles from './LevelTable.module.css'

/** Every level in a table: its total price, its price for this account, its boost. Not drawn until the levels are read. */
export function LevelTable() {
  const texts = useTexts(btcTexts)
  const { unknown } = useTexts(stakingTexts)
  const connected = useAppStore((state) => state.address !== null)
  const { table, own } = useLevels()
  const levels = valueOf(table)?.levels
  if (levels === undefined) return null
  const held = valueOf(own) ?? null
  // Without an account, the prices are those of an account without a level.
  const known = held !== null || !connected
  const whole = (wei: bigint) => groupThousands(formatUnitsDown(wei, 2))
  return (
    <Section title={texts.table.title}>
      <Card padding="rows">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.table.level}</th>
              <th scope="col">{texts.table.total}</th>
              <th scope="col">{texts.table.left}</th>
              <th scope="col">{texts.table.boost}</th>
            </tr>
          </thead>
          <tbody>
            {levels.map(({ level, price, boostBps }) => (
              <tr key={level} className={classNames(level === held && styles.own)}>
                <th scope="row">
                  {texts.shortLevel(String(level))}{' '}
                  {level === held && <span className={styles.tag}>{texts.table.own}</span>}
                </th>
                <td>{price === 0n ? texts.table.none : whole(price)}</td>
                <td className={classNames(held !== null && level <= held && styles.quiet)}>
                  {held !== null && level <= held
                    ? texts.table.held
                    : level === 0
                      ? texts.table.none
                      : known
                        ? whole(upgradePrice(levels, held ?? 0, level))
                        : unknown}
                </td>
                <td>{texts.multiplier(boostText(boostBps))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Section>
  )
}
