import { aaaFee } from '../../core/chain/aaaFee.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { bpsText } from '../../staking/format.ts'
import { aaaTexts } from './texts.ts'
import styles from './FundSection.module.css'

/** AAA's fee on trades, from the token: the rate, its limit, its recipient, the account that may lower it, and the taxed pair. */
export function FeeSection() {
  const texts = useTexts(aaaTexts)
  const config = useConfig()
  const reading = useChainRead(aaaFee, { every: 60_000 })
  const fee = valueOf(reading)
  const fund = config?.contracts.AaaFund
  const party = (address: string | undefined, note?: string) =>
    address === undefined ? (
      <Skeleton inline width="9em" />
    ) : (
      <span className={styles.party}>
        <AddressTag address={address} explorerUrl={config?.explorerUrl} />
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
    )
  return (
    <Section title={texts.fee.title}>
      <Card className={styles.card}>
        {reading.status === 'failed' ? (
          <ErrorState
            title={texts.fee.failed}
            text={texts.fund.failedText}
            action={
              <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
                {texts.fund.retry}
              </Button>
            }
          />
        ) : (
          <>
            <div>
              <p className={styles.note}>{texts.fee.rate}</p>
              <p className={styles.rate}>
                {fee === undefined ? <Skeleton inline width="3ch" /> : bpsText(fee.rateBps)}
              </p>
            </div>
            <div className={styles.words}>
              <p>{texts.fee.where}</p>
              <p>{fee === undefined ? ' ' : texts.fee.limit(bpsText(fee.maximumBps))}</p>
            </div>
            <FactList
              facts={[
                {
                  label: texts.fee.recipient,
                  value: party(
                    fee?.recipient,
                    fee?.recipient === fund ? texts.fee.isFund : texts.fee.notFund,
                  ),
                },
                { label: texts.fee.cfo, value: party(fee?.cfo) },
                { label: texts.fee.pair, value: party(fee?.swapPair) },
              ]}
            />
          </>
        )}
      </Card>
    </Section>
  )
}
