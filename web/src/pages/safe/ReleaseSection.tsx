import { LIFEBOAT_FILE } from '@galx/protocol/lifeboat'
import { isOlder } from '@galx/protocol/release'
import { useConfig } from '../../core/config/configStore.ts'
import { APP_VERSION } from '../../core/release/appVersion.ts'
import type { ReleaseFound } from '../../core/release/readRelease.ts'
import { useRelease } from '../../core/release/useRelease.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Button } from '../../design/Button/Button.tsx'
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

type ReleaseTexts = ReturnType<typeof safeTexts.current>['release']
type Verdict = { check: Check; words: string; unsafe: boolean }

/** The operator's signed statement on this version. */
function verdictOf(found: ReleaseFound, texts: ReleaseTexts): Verdict {
  if (found.status !== 'signed')
    return {
      check: found.status === 'foreign' ? 'bad' : 'unknown',
      words: texts[found.status],
      unsafe: false,
    }
  const { leastSafe } = found.release
  return isOlder(APP_VERSION, leastSafe)
    ? { check: 'bad', words: texts.unsafe(leastSafe), unsafe: true }
    : { check: 'good', words: texts.safe(leastSafe), unsafe: false }
}

/** The app's version, and the operator's signed statement on it. */
export function ReleaseSection() {
  const texts = useTexts(safeTexts).release
  const config = useConfig()
  const found = useRelease()
  const release = found?.status === 'signed' ? found.release : null
  const verdict = found === null ? null : verdictOf(found, texts)
  const check = verdict?.check ?? 'unknown'

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
          <b
            className={classNames(styles.state, styles.verdict, COLOURS[check])}
            role={verdict?.unsafe ? 'alert' : undefined}
          >
            <Icon name={SIGNS[check]} />
            <span>{verdict?.words ?? <Skeleton inline width="14em" />}</span>
          </b>
          {verdict?.unsafe === true && (
            <Button variant="secondary" onClick={() => window.location.reload()}>
              {texts.reload}
            </Button>
          )}
          {release !== null && (
            <>
              <CopyField label={texts.hash} value={release.hash} />
              <CopyField label={texts.cid} value={release.cid} />
            </>
          )}
          {release?.lifeboat !== undefined && (
            <>
              <b>{texts.lifeboat}</b>
              <p className={styles.note}>{texts.lifeboatText}</p>
              <a className={styles.keep} href={`./${LIFEBOAT_FILE}`} download>
                {texts.lifeboatKeep}
              </a>
              <CopyField label={texts.lifeboatHash} value={release.lifeboat.slice(2)} />
            </>
          )}
          <p className={styles.note}>{texts.how}</p>
        </div>
      </Card>
    </Section>
  )
}
