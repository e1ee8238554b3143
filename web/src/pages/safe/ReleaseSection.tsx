import { isOlder } from '@galx/protocol/release'
import { useConfig } from '../../core/config/configStore.ts'
import { APP_VERSION } from '../../core/release/appVersion.ts'
import { useRelease } from '../../core/release/useRelease.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { CopyField } from '../../design/CopyField/CopyField.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import { COLOURS, SIGNS } from './look.ts'
import type { Check } from './model.ts'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

/** Which version of the app this is, and what the operator has signed about it. */
export function ReleaseSection() {
  const texts = useTexts(safeTexts).release
  const config = useConfig()
  const found = useRelease()
  const release = found?.status === 'signed' ? found.release : null
  const unsafe = release !== null && isOlder(APP_VERSION, release.leastSafe)
  const check: Check = unsafe
    ? 'bad'
    : release !== null
      ? 'good'
      : found?.status === 'foreign'
        ? 'bad'
        : 'unknown'

  function words() {
    if (found === null) return <Skeleton inline width="14em" />
    if (found.status !== 'signed') return texts[found.status]
    return unsafe ? texts.unsafe(found.release.leastSafe) : texts.safe(found.release.leastSafe)
  }

  return (
    <Section title={texts.title}>
      <Card>
        <div className={styles.queue}>
          <FactList
            facts={[
              { label: texts.version, value: APP_VERSION },
              ...(release === null
                ? []
                : [
                    { label: texts.published, value: release.version },
                    { label: texts.signedAt, value: minuteText(release.signedAt) },
                    {
                      label: texts.signedBy,
                      value: (
                        <AddressTag
                          address={String(config?.releaseSigner)}
                          explorerUrl={config?.explorerUrl}
                        />
                      ),
                    },
                  ]),
            ]}
          />
          <b className={classNames(styles.state, COLOURS[check])} role={unsafe ? 'alert' : undefined}>
            <Icon name={SIGNS[check]} /> {words()}
          </b>
          {release !== null && (
            <>
              <CopyField label={texts.hash} value={release.hash} />
              <CopyField label={texts.cid} value={release.cid} />
            </>
          )}
          <p className={styles.note}>{texts.how}</p>
        </div>
      </Card>
    </Section>
  )
}
