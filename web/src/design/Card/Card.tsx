import { useId, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { usePageTitle } from '../usePageTitle.ts'
import styles from './Card.module.css'

export type CardProps = {
  children: ReactNode
  /** none for lists with their own row padding. */
  padding?: 'regular' | 'rows' | undefined
  className?: string | undefined
}

/** A raised surface that groups related content. */
export function Card({ children, padding = 'regular', className }: CardProps) {
  return <div className={classNames(styles.card, styles[padding], className)}>{children}</div>
}

export type SectionProps = {
  /** Shown as the section's heading (h2) and its accessible name. */
  title: string
  /** A link or quiet button at the right of the heading. */
  action?: ReactNode | undefined
  /** the element's id, for links to this section; unique on its page */
  anchor?: string | undefined
  children: ReactNode
}

/** A headed part of a page: heading, optional action, then usually a Card. */
export function Section({ title, action, anchor, children }: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/**
 * Parts of a page in order, side by side if the window has room: each element is a cell. A last element that is
 * alone in its row takes the whole row.
 */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}

/** The page's outermost element: title, gutters, the limit of 800 px, and the space between parts. */
export function Page({ title, lead, children }: { title?: string; lead?: ReactNode; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      {title !== undefined && (
        <div className={styles.title}>
          <h1>{title}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
      )}
      {children}
    </div>
  )
}
