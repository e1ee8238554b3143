import { Page } from '../../design/Card/Card.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'

/** What the first page shows until its code is there. */
export function PageSkeleton() {
  return (
    <Page>
      <Skeleton shape="block" height="44px" width="60%" />
      <Skeleton shape="block" height="260px" />
      <Skeleton shape="block" height="180px" />
    </Page>
  )
}
