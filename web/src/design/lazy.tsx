/** Lazy parts. Their code may not arrive: the network is weak, or a new release has replaced the files. */
import { lazy, type ComponentType, type ReactNode } from 'react'
import { askForTextsAgain } from '../i18n/texts.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Resets the parts whose code did not arrive: each loads its code again when it is next rendered. */
const retries = new Set<() => void>()

/** Lets failed parts load again. React alone would remember a failed load forever. */
export function retryLoading(): void {
  askForTextsAgain()
  for (const renew of retries) renew()
  retries.clear()
}

/** An optional part: if its code does not arrive, `instead` is drawn in its place, and everything around it stays. */
export function lazyOrFallback<Props extends object>(load: Load<Props>, instead: ReactNode = null) {
  return renewable(load, () => ({ default: () => instead }))
}

/** A necessary part: if its code does not arrive, the boundary around it says so, and the boundary's retry loads the code again. */
export function lazyWithRetry<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return renewable(load, (error) => {
    throw error
  })
}

/** @param failed takes the place of the code that did not arrive */
function renewable<Props extends object>(
  load: Load<Props>,
  failed: (error: unknown) => { default: ComponentType<Props> },
): ComponentType<Props> {
  const fresh = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        retries.add(() => (present = fresh()))
        return failed(error)
      }),
    )
  let present = fresh()
  return function Lazy(props: Props) {
    const Part = present
    return <Part {...props} />
  }
}
