import type { RankItem } from '@galx/protocol/http/rank'
import { useAppStore } from '../../core/state/appStore.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Avatar } from '../../design/Avatar/Avatar.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { BONUS_TOKEN, nameOf } from './model.ts'
import { rankTexts } from './texts.ts'
import styles from './Podium.module.css'

/** The first three places, the highest in the middle. Equal hash power shares a rank and its medal. */
export function Podium({ items }: { items: readonly RankItem[] }) {
  const texts = useTexts(rankTexts)
  const own = useAppStore(({ address }) => address)
  return (
    <Card className={styles.card}>
      <ol className={styles.podium} aria-label={texts.podium}>
        {items.map((item, index) => (
          <li key={item.address} className={classNames(styles.place, styles[`place${index + 1}`])}>
            <span className={styles.face}>
              <Avatar address={item.address} size={index === 0 ? 64 : 52} />
              <span className={classNames(styles.medal, styles[`medal${item.rank}`])}>
                <span className="visually-hidden">{texts.rank(String(item.rank))}</span>
                <span aria-hidden="true">{item.rank}</span>
              </span>
            </span>
            <b className={styles.name} title={item.address}>
              {nameOf(item)}
            </b>
            <span className={styles.power}>
              <Amount value={BigInt(item.hashPower)} least={0} most={0} shared={item.address !== own} />
            </span>
            {item.bonus === undefined ? (
              <span className={styles.members}>{texts.members(item.members.toLocaleString('en-US'))}</span>
            ) : (
              <span className={styles.bonus}>
                <span className="visually-hidden">{texts.bonus}</span>
                <Amount
                  value={BigInt(item.bonus)}
                  token={BONUS_TOKEN}
                  most={2}
                  gain
                  shared={item.address !== own}
                />
              </span>
            )}
            <i className={styles.step} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </Card>
  )
}
