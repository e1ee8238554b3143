import { parseUrl } from '@galx/protocol/parseUrl'
import { groupThousands } from '@galx/protocol/units'
import type { ReactNode } from 'react'
import { useComparison, type Difference } from '../../core/chain/comparing/comparison.ts'
import { figureWords } from '../../core/chain/comparing/figureWords.ts'
import { comparingTexts } from '../../core/chain/comparing/texts.ts'
import type { NodeName } from '../../core/chain/nodeChoice.ts'
import { useNodeChoice } from '../../core/chain/nodeChoice.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { useWalletStore } from '../../core/wallet/walletStore.ts'
import { said } from '../../design/Amount/said.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import { openSheet } from '../../shell/shellStore.ts'
import { COLOURS, SIGNS } from './look.ts'
import { sourcesCheck } from './sourcesModel.ts'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

/** The node that gave all figures, the node of the comparison, and the figures that were not compared. */
export function SourcesSection() {
  const texts = useTexts(safeTexts).sources
  const words = useTexts(comparingTexts)
  const comparison = useComparison()
  const { first, second, done, obstacle, codes, shown, differences } = comparison
  const check = sourcesCheck(comparison)
  const verdict = {
    good: texts.good(String(shown.answers)),
    attention: texts.partly(String(shown.compared), String(shown.answers)),
    bad: texts.bad,
    unknown: second === null ? texts.only : texts.waiting,
  }[check]
  const name = useNodeName()
  return (
    <Section title={texts.title}>
      <Card>
        <div className={styles.queue}>
          <p className={classNames(styles.verdict, COLOURS[check])} role="status">
            <Icon name={SIGNS[check]} size={20} />
            <b key={verdict}>{verdict}</b>
          </p>
          {Object.entries(differences).map(([key, difference]) => (
            <Differing key={key} difference={difference} />
          ))}
          <FactList
            facts={[
              { label: texts.read, value: name(first) },
              { label: texts.with, value: second === null ? texts.nobody : name(second) },
              ...(done === null
                ? []
                : [
                    {
                      label: texts.last,
                      value: (
                        <Lines>
                          {texts.block(groupThousands(String(done.block)))}
                          <RelativeTime at={done.at / 1_000} />
                        </Lines>
                      ),
                    },
                    {
                      label: texts.parent,
                      value: <code className={styles.hash}>{done.parentHash}</code>,
                    },
                  ]),
              ...(codes === null
                ? []
                : [{ label: texts.codes, value: texts.block(groupThousands(String(codes))) }]),
            ]}
          />
          {obstacle !== null && (
            <p className={styles.note}>
              {texts.obstacle(
                groupThousands(String(obstacle.block)),
                minuteText(obstacle.at / 1_000),
                words.obstacles[obstacle.kind],
              )}
              {obstacle.kind === 'noAnswer' && obstacle.words !== '' && (
                <code className={styles.call}>{obstacle.words.slice(0, 200)}</code>
              )}
            </p>
          )}
          <p className={styles.note}>{second === null ? texts.onlyText : texts.never}</p>
          {(first === 'wallet' || second === 'wallet') && <p className={styles.note}>{texts.walletText}</p>}
          <Button variant="secondary" size="small" onClick={() => openSheet('node')}>
            {texts.choose}
          </Button>
        </div>
      </Card>
    </Section>
  )
}

function Lines({ children }: { children: ReactNode }) {
  return <span className={styles.lines}>{children}</span>
}

function Differing({ difference: { figures, first, second, block, at } }: { difference: Difference }) {
  const texts = useTexts(safeTexts).sources
  const words = useTexts(comparingTexts)
  const config = useConfig()
  const account = useAppStore(({ address }) => address)
  if (config === null) return null
  return (
    <ul className={styles.list}>
      {figures.map((figure, index) => {
        const shown = figureWords(figure, config, account, words)
        return (
          <li key={index} className={styles.operation}>
            <b>{shown.name}</b>
            <span className={styles.said}>{said(texts.says(words.nodes[first], shown.first))}</span>
            <span className={styles.said}>{said(texts.says(words.nodes[second], shown.second))}</span>
            <span className={styles.note}>
              {texts.found(groupThousands(String(block)), minuteText(at / 1_000))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** A node's name, with its host if the app knows the host. */
function useNodeName(): (node: NodeName) => string {
  const { nodes } = useTexts(comparingTexts)
  const { host } = useTexts(safeTexts).sources
  const config = useConfig()
  const own = useNodeChoice((choice) => choice.own)
  const wallet = useWalletStore(({ connected }) => connected?.name ?? '')
  return (node) => {
    if (node === 'wallet') return wallet === '' ? nodes.wallet : host(nodes.wallet, wallet)
    const url = parseUrl(node === 'own' ? own : (config?.rpcUrl ?? ''))
    return url === null ? nodes[node] : host(nodes[node], url.host)
  }
}
