import type { Checkpoint } from '@galx/protocol/release'
import { groupThousands } from '@galx/protocol/units'
import type { WebConfig } from '@galx/protocol/webConfig'
import { useEffect, useRef, useState } from 'react'
import { useConfig } from '../../../core/config/configStore.ts'
import { hasValidators, isTooOld } from '../../../core/lightclient/checkpoint.ts'
import type { Trouble } from '../../../core/lightclient/messages.ts'
import type { ProvenBlock } from '../../../core/lightclient/prove.ts'
import { ProofError, runProof } from '../../../core/lightclient/runProof.ts'
import type { ReleaseFound } from '../../../core/release/readRelease.ts'
import { useRelease } from '../../../core/release/useRelease.ts'
import type { Reading } from '../../../core/state/reading.ts'
import { Banner } from '../../../design/Banner/Banner.tsx'
import { Button } from '../../../design/Button/Button.tsx'
import { Card, Section } from '../../../design/Card/Card.tsx'
import { FactList } from '../../../design/FactList/FactList.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { minuteText } from '../../../staking/format.ts'
import { justRead } from '../model.ts'
import type { Safety } from '../readings.ts'
import { safeTexts } from '../texts.ts'
import styles from '../SafePage.module.css'
import type { Compared, Difference } from './figures.ts'

type Done = { block: ProvenBlock; compared: Compared }
type State =
  | { status: 'idle' }
  | { status: 'running'; done: number; all: number }
  | { status: 'trouble'; trouble: Trouble | 'unread' }
  | ({ status: 'done' } & Done)

/** The light client's checkpoint, or the reason why the light client stays off. Null while the release file is read. */
function beginning(
  config: WebConfig,
  found: ReleaseFound | null,
): Checkpoint | 'own' | 'unsigned' | 'none' | null {
  if (!hasValidators(config.genesisHash)) return 'own'
  if (found === null) return null
  if (found.status !== 'signed') return 'unsigned'
  return found.release.checkpoint ?? 'none'
}

/** Proves the figures above by the signatures of the chain's validators, instead of trusting a node. Loads the code on a press. */
export function ProofSection({ safety }: { safety: Reading<Safety> }) {
  const texts = useTexts(safeTexts).proof
  const config = useConfig()
  const found = useRelease()
  const begin = config === null ? null : beginning(config, found)
  return (
    <Section title={texts.title}>
      <Card>
        <div className={styles.queue}>
          <p className={styles.note}>{texts.intro}</p>
          {typeof begin === 'string' && <p>{texts.off[begin]}</p>}
          {config !== null && begin !== null && typeof begin !== 'string' && (
            <FromCheckpoint checkpoint={begin} config={config} safety={safety} />
          )}
          <p className={styles.note}>{texts.limits}</p>
        </div>
      </Card>
    </Section>
  )
}

type Parts = { checkpoint: Checkpoint; config: WebConfig; safety: Reading<Safety> }

function FromCheckpoint({ checkpoint, config, safety }: Parts) {
  const texts = useTexts(safeTexts).proof
  const [state, setState] = useState<State>({ status: 'idle' })
  const [now] = useState(() => Math.floor(Date.now() / 1000))
  const latest = useRef(safety)
  useEffect(() => {
    latest.current = safety
  }, [safety])

  async function run() {
    setState({ status: 'running', done: 0, all: 0 })
    try {
      setState({
        status: 'done',
        ...(await prove({
          checkpoint,
          config,
          read: () => justRead(latest.current),
          progress: (done, all) => setState({ status: 'running', done, all }),
        })),
      })
    } catch (error) {
      const other = error instanceof NothingReadError ? 'unread' : 'unreachable'
      setState({ status: 'trouble', trouble: error instanceof ProofError ? error.trouble : other })
    }
  }

  if (isTooOld(checkpoint, now)) return <p>{texts.off.old(minuteText(checkpoint.time))}</p>
  const running = state.status === 'running'
  return (
    <>
      <Button
        variant={state.status === 'done' ? 'secondary' : 'primary'}
        icon="shield"
        busy={running}
        onClick={() => void run()}
      >
        {running ? texts.starting : state.status === 'done' ? texts.again : texts.button}
      </Button>
      <div role="status" className={styles.queue}>
        {running && state.all > 0 && (
          <span className={styles.note}>{texts.following(String(state.done), String(state.all))}</span>
        )}
        {state.status === 'trouble' && <TroubleBanner trouble={state.trouble} />}
        {state.status === 'done' && <Result block={state.block} compared={state.compared} />}
      </div>
      {state.status !== 'done' && (
        <p className={styles.note}>
          {texts.cost(
            groupThousands(String(checkpoint.number)),
            ((now - checkpoint.time) / 86_400).toFixed(1),
          )}
        </p>
      )}
    </>
  )
}

function TroubleBanner({ trouble }: { trouble: Trouble | 'unread' }) {
  const { nothing, refused, falseParts } = useTexts(safeTexts).proof
  return trouble in nothing ? (
    <Banner kind="info">{nothing[trouble as keyof typeof nothing]}</Banner>
  ) : (
    <Banner kind="bad">{refused(falseParts[trouble as keyof typeof falseParts])}</Banner>
  )
}

function Result({ block, compared }: Done) {
  const texts = useTexts(safeTexts).proof
  const { powers, held, code, differences, otherCode } = compared
  const bad = differences.length > 0 || otherCode.length > 0
  const part = ({ same, all }: { same: number; all: number }) => texts.of(String(same), String(all))
  return (
    <>
      <Banner kind={bad ? 'bad' : 'good'}>{bad ? texts.different : texts.proven}</Banner>
      <FactList
        facts={[
          { label: texts.powers, value: part(powers) },
          { label: texts.held, value: part(held) },
          { label: texts.code, value: part(code) },
          { label: texts.block, value: groupThousands(String(block.number)) },
          { label: texts.time, value: minuteText(block.time) },
          { label: texts.votes, value: texts.of(String(block.voters), String(block.validators)) },
        ]}
      />
      {bad && (
        <ul className={styles.notes} role="alert">
          {differences.map((one) => (
            <li key={`${one.contract} ${one.name} ${one.holder}`}>
              <DifferenceText {...one} />
            </li>
          ))}
          {otherCode.map((name) => (
            <li key={name}>{texts.differentCode(name)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function DifferenceText({ contract, name, holder, shown, proven }: Difference) {
  const texts = useTexts(safeTexts).proof
  const what = name === 'held' ? texts.figures.held(contract) : texts.figures[name]
  return <>{texts.differs(`${holder ?? contract} · ${what}`, shown, proven)}</>
}

/** The page has no figures to compare with the proof. */
class NothingReadError extends Error {
  override readonly name = 'NothingReadError'
}

type Asked = {
  checkpoint: Checkpoint
  config: WebConfig
  /** reads the page's present figures */
  read: () => Safety | null
  progress: (done: number, all: number) => void
}

/** The page's figures at one block, and the proven figures at the same block. */
async function prove({ checkpoint, config, read, progress }: Asked): Promise<Done> {
  const [{ askedOf, compare }, { stateOf }] = await Promise.all([
    import('./figures.ts'),
    import('../readers.ts'),
  ])
  let compared: Safety | null = null
  const block = await runProof({
    rpcUrl: config.rpcUrl,
    checkpoint,
    progress,
    next: async () => {
      compared = read()
      if (compared === null) throw new NothingReadError()
      return Promise.resolve({ block: Number(compared.block), accounts: askedOf(compared, config) })
    },
  })
  return { block, compared: compare(block.accounts, compared!, config, stateOf) }
}
