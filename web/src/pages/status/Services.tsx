import type { StatusData } from '@galx/protocol/http/status'
import { groupThousands } from '@galx/protocol/units'
import type { ReactNode } from 'react'
import type { Health } from '../../core/api/health.ts'
import { useConnection } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { checkServer, type Check } from './model.ts'
import { statusTexts } from './texts.ts'
import { useProbes } from './useProbes.ts'
import type { StatusReadings } from './useStatus.ts'
import styles from './StatusPage.module.css'

const STATE = {
  good: styles.stateGood,
  attention: styles.stateAttention,
  bad: styles.stateBad,
  unknown: undefined,
}
const BAR = { good: styles.barGood, attention: styles.barAttention, bad: styles.barBad, unknown: undefined }
const BARS = 30

/** Both servers, the servers' nodes, and this browser's node. */
export function Services({ readings }: { readings: StatusReadings }) {
  const texts = useTexts(statusTexts).services
  const rpcUrl = useConfig()?.rpcUrl
  const chain = useConnection()
  return (
    <Section title={texts.title} action={<span className={styles.note}>{texts.since}</span>}>
      <Card>
        <div className={styles.rows}>
          <Server name={texts.main} reading={readings.main} />
          <Server name={texts.btc} reading={readings.btc} />
          <Row
            name={texts.rpc}
            check={chain === 'up' ? 'good' : chain === 'down' ? 'bad' : 'unknown'}
            state={
              chain === 'down' ? texts.unreachable : rpcUrl === undefined ? undefined : new URL(rpcUrl).host
            }
          />
          <p className={styles.group}>{texts.nodes}</p>
          <Nodes reading={readings.status} />
          <p className={styles.note}>{texts.note}</p>
        </div>
      </Card>
    </Section>
  )
}

function Server({ name, reading }: { name: string; reading: Reading<Health> }) {
  const texts = useTexts(statusTexts).services
  const check = checkServer(reading)
  const probes = useProbes(reading, check)
  const health = valueOf(reading)
  const state =
    health === undefined
      ? undefined
      : health.status === 'unreachable'
        ? texts.unreachable
        : `${texts.status[health.status]} · ${texts.milliseconds(String(health.milliseconds))}`
  const good = probes.filter((one) => one === 'good').length
  return (
    <Row name={name} check={check} state={state}>
      <div className={styles.bars} role="img" aria-label={texts.probes(String(good), String(probes.length))}>
        {Array.from({ length: BARS }, (_, index) => {
          const probe = probes[index]
          return <i key={index} className={probe && BAR[probe]} />
        })}
      </div>
    </Row>
  )
}

function Nodes({ reading }: { reading: Reading<StatusData> }) {
  const texts = useTexts(statusTexts).services
  if (reading.status === 'loading')
    return (
      <Row name={<Skeleton inline width="9em" />} check="unknown" state={undefined}>
        <span className={styles.note}>
          <Skeleton inline width="12em" />
        </span>
      </Row>
    )
  if (reading.status === 'failed' || reading.status === 'stale')
    return <p className={styles.note}>{texts.nodesUnread}</p>
  const group = (block: number | null) => (block === null ? '—' : groupThousands(String(block)))
  return reading.value.nodes.map(({ host, head, finalised, milliseconds }, index) => (
    <Row
      key={`${index} ${host}`}
      name={host}
      check={milliseconds === null ? 'bad' : 'good'}
      state={milliseconds === null ? texts.unreachable : texts.milliseconds(String(milliseconds))}
    >
      {milliseconds !== null && (
        <span className={styles.note}>{texts.node(group(head), group(finalised))}</span>
      )}
    </Row>
  ))
}

function Row({
  name,
  check,
  state,
  children,
}: {
  name: ReactNode
  check: Check
  state: string | undefined
  children?: ReactNode
}) {
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <span>{name}</span>
        <span className={classNames(styles.state, STATE[check])}>
          {state ?? <Skeleton inline width="6em" />}
        </span>
      </div>
      {children}
    </div>
  )
}
