import { Page } from '../../design/Card/Card.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'

/** Drawn in place of the first page until its code has loaded. */
export function PageSkeleton() {
  return (
    <Page>
      <Skeleton shape="block" height="44px" width="60%" />
      <Skeleton shape="block" height="260px" />
      <Skeleton shape="block" height="180px" />
    </Page>
  )
}
