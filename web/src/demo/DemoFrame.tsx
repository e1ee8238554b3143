import { type ReactNode, useLayoutEffect } from 'react'
import styles from './demo.module.css'
import { demoTexts } from './texts.ts'

/** The frame of the wallet's window: its name, its kind, a title, the content. Names the dialog for screen readers. */
export function DemoFrame({
  name,
  title,
  children,
  foot,
}: {
  /** names the window for screen readers */
  name: (title: string) => void
  title: string
  children: ReactNode
  /** the part that stays at the lower edge while the content scrolls */
  foot?: ReactNode
}) {
  const texts = demoTexts()
  useLayoutEffect(() => {
    name(`${texts.name}: ${title}`)
  }, [name, texts.name, title])
  return (
    <>
      <p className={styles.brand}>
        <span className={styles.mark} aria-hidden="true" />
        {texts.name}
      </p>
      <h2 className={styles.title}>{title}</h2>
      {/* Long content scrolls; a keyboard can reach it, too. */}
      <div className={styles.content} tabIndex={0} role="group" aria-label={title}>
        {children}
        <p className={styles.notice}>{texts.notice}</p>
      </div>
      {foot}
    </>
  )
}

/** Names and values, one pair in each row. */
export function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The bytes themselves and their digest, folded away. */
export function Raw({ text, children }: { text: string; children: ReactNode }) {
  return (
    <details className={styles.raw}>
      <summary>{demoTexts().data}</summary>
      {children}
      <pre className={styles.text}>{text}</pre>
    </details>
  )
}
