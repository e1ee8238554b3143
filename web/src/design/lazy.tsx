/** Parts whose code comes later. It may not arrive: the network is weak, or a new release has taken the place of its files. */
import { lazy, type ComponentType, type ReactNode } from 'react'
import { askForTextsAgain } from '../i18n/texts.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** What can be done without: where its code does not arrive `instead` is in its place, and all around it stays. */
export function lazyOrFallback<Props>(load: Load<Props>, instead: ReactNode = null) {
  return lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: () => instead })))
}

/** Of the parts whose code did not arrive: each has it fetched again when it is drawn next. */
const retries = new Set<() => void>()

/** Somebody wants to try again: React alone remembers for good what could not be fetched. */
export function retryLoading(): void {
  askForTextsAgain()
  for (const renew of retries) renew()
  retries.clear()
}

/** What is needed: where its code does not arrive the boundary around it says so, whose retry fetches it again. */
export function lazyWithRetry<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const fresh = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        retries.add(() => (present = fresh()))
        throw error
      }),
    )
  let present = fresh()
  return function Lazy(props: Props) {
    const Part = present
    return <Part {...props} />
  }
}
