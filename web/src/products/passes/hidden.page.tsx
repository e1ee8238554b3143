import { Suspense, useState } from 'react'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { connectWallet, signIn } from '../../core/wallet/connectWallet.ts'
import { Button } from '../../design/Button/Button.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Page, Section } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import type { Fact } from '../../design/FactList/FactList.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { lazyWithRetry } from '../../design/lazy.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { HeldPass, PassTerms } from '../../passes/passModel.ts'
import { PassList } from '../../passes/PassList.tsx'
import { passTexts } from '../../passes/texts.ts'
import { usePassReadings } from '../../passes/usePassReadings.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import { hiddenTexts } from './texts.ts'
import styles from './Hidden.module.css'
import { usePassDates } from './usePassDates.ts'

const SendSheet = lazyWithRetry(() => import('../../passes/SendSheet.tsx'))
const DetailsSheet = lazyWithRetry(() => import('./DetailsSheet.tsx'))

type Chosen = { what: 'send' | 'details'; pass: HeldPass; terms: PassTerms }

/** /hidden: the account's node passes with bond, cool-down, picture and transfer. All except their age comes from the chain. */
export default function HiddenPage() {
  const texts = useTexts(hiddenTexts)
  const chain = useTexts(stakingTexts).chain
  const address = useAppStore((state) => state.address)
  const reading = usePassReadings().status === 'loading'
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SectionBoundary name={chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={texts.mine}>
        {/* A change of account closes an open sheet: the next account may not hold that pass. */}
        <Passes key={address} />
      </SectionBoundary>
      {/* Drawn only once the height of the parts above is known, as a new element each time. */}
      {!(address !== null && reading) && (
        <ButtonLink key={address === null ? 'visitor' : 'mine'} to="/mcm" wide>
          {texts.back}
        </ButtonLink>
      )}
    </Page>
  )
}

function Passes() {
  const texts = useTexts(hiddenTexts)
  const { actions, facts } = useTexts(passTexts)
  const address = useAppStore((state) => state.address)
  const token = useAppStore((state) => state.userToken)
  const signing = useAppStore((state) => state.signInStatus === 'signing')
  const held = valueOf(usePassReadings())?.[0]
  const dates = usePassDates(token === null ? null : address, String(held?.map(({ id }) => id)))
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [open, setOpen] = useState(false)

  function show(what: Chosen['what'], pass: HeldPass, terms: PassTerms) {
    setChosen({ what, pass, terms })
    setOpen(true)
  }
  function since({ id }: HeldPass): Fact {
    const at = dates?.get(String(id))
    return {
      label: facts.since,
      value: at !== undefined ? <RelativeTime at={at} /> : token === null ? texts.sinceSignIn : '—',
    }
  }

  if (address === null) return <ConnectSection />
  const some = held !== undefined && held.length > 0
  // The sheets follow the chain and show the present state of a pass that was renamed or sent meanwhile.
  const current = held?.find(({ id }) => id === chosen?.pass.id) ?? chosen?.pass
  return (
    <Section
      title={texts.mine}
      action={some ? <span className={styles.count}>{texts.count(String(held.length))}</span> : undefined}
    >
      {some && token === null && (
        <Button variant="quiet" size="small" busy={signing} onClick={() => void signIn()}>
          {texts.signIn}
        </Button>
      )}
      <PassList
        factsOf={(pass) => [since(pass)]}
        actionsOf={(pass, terms) => (
          <>
            <Button variant="secondary" wide onClick={() => show('send', pass, terms)}>
              {actions.send}
            </Button>
            <Button variant="secondary" wide onClick={() => show('details', pass, terms)}>
              {actions.details}
            </Button>
          </>
        )}
        empty={
          <Card padding="rows">
            <EmptyState
              icon="shield"
              title={texts.empty}
              text={texts.emptyText}
              action={
                <ButtonLink to="/mcm" size="small">
                  {texts.emptyAction}
                </ButtonLink>
              }
            />
          </Card>
        }
      />
      {chosen !== null && current !== undefined && (
        <Suspense>
          {chosen.what === 'send' ? (
            <SendSheet
              key={String(current.id)}
              pass={current}
              terms={chosen.terms}
              open={open}
              onClose={() => setOpen(false)}
            />
          ) : (
            <DetailsSheet
              key={String(current.id)}
              pass={current}
              terms={chosen.terms}
              since={since(current)}
              open={open}
              onClose={() => setOpen(false)}
            />
          )}
        </Suspense>
      )}
    </Section>
  )
}

/** Without a wallet the list is empty: asks the visitor to connect. */
function ConnectSection() {
  const texts = useTexts(hiddenTexts)
  const connecting = useAppStore(({ connection }) =>
    ['searching', 'choosing', 'connecting'].includes(connection),
  )
  return (
    <Section title={texts.mine}>
      <Card padding="rows">
        <EmptyState
          icon="shield"
          title={texts.connect}
          text={texts.connectText}
          action={
            <Button size="small" busy={connecting} onClick={() => void connectWallet()}>
              {texts.connectButton}
            </Button>
          }
        />
      </Card>
    </Section>
  )
}
