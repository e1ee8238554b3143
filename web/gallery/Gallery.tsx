import { useState, useSyncExternalStore } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '@galx/protocol/languages'
import { SegmentedControl } from '../src/design/SegmentedControl/SegmentedControl.tsx'
import { ToastRegion } from '../src/design/Toast/Toast.tsx'
import { currentLanguage, subscribeToTexts, switchLanguage } from '../src/i18n/texts.ts'
import { chooseTheme, currentTheme, type Theme } from '../src/shell/theme.ts'
import { designEntries, stakingEntries } from './entries.ts'
import type { Entries, States } from './entry.ts'
import styles from './Gallery.module.css'
import { applySituation, SITUATIONS, type Situation } from './situations.ts'

function byName(entries: Entries): [string, States][] {
  return Object.entries(entries).sort(([one], [other]) => one.localeCompare(other))
}

/** The page of all components. Theme, language and the chain's state are chosen at its top. */
export function Gallery() {
  const language = useSyncExternalStore(subscribeToTexts, currentLanguage)
  const [theme, setTheme] = useState<Theme>(currentTheme)
  const [situation, setSituation] = useState<Situation>(() => {
    applySituation('fresh')
    return 'fresh'
  })
  return (
    <main className={styles.page}>
      <h1>GALX components</h1>
      <div className={styles.switches}>
        <SegmentedControl
          label="Theme"
          value={theme}
          onChange={(next) => {
            chooseTheme(next)
            setTheme(next)
          }}
          options={[
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
          ]}
        />
        <SegmentedControl
          label="Language"
          value={language}
          onChange={(next) => void switchLanguage(next)}
          options={LANGUAGE_NAMES.map((name) => ({ value: name, label: LANGUAGES[name].name }))}
        />
        <label className={styles.situation}>
          Account and chain
          <select
            value={situation}
            onChange={(event) => {
              const next = event.target.value as Situation
              applySituation(next)
              setSituation(next)
            }}
          >
            {SITUATIONS.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <List title="Design" entries={designEntries} />
      <List title="Staking" entries={stakingEntries} />
      <ToastRegion />
    </main>
  )
}

function List({ title, entries }: { title: string; entries: Entries }) {
  return (
    <>
      <h2>{title}</h2>
      <nav className={styles.index} aria-label={title}>
        {byName(entries).map(([name]) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </nav>
      {byName(entries).map(([name, states]) => (
        <section key={name} id={name} className={styles.entry} aria-label={name}>
          <h3>{name}</h3>
          {Object.entries(states).map(([state, draw]) => (
            <figure key={state} className={styles.state}>
              <figcaption>{state}</figcaption>
              <div>{draw()}</div>
            </figure>
          ))}
        </section>
      ))}
    </>
  )
}
