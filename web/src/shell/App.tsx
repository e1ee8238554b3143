import { Layout, type LayoutProps } from './frame/Layout.tsx'
import { ErrorBoundary } from '../design/Section/ErrorBoundary.tsx'
import { PageFault } from './frame/PageFault.tsx'
import { AppRouter } from './navigation/AppRouter.tsx'

/** The whole app. After an error outside the page itself, the screen still offers a next action. */
export function App({ pageAt }: LayoutProps) {
  return (
    <ErrorBoundary fallback={(error, retry) => <PageFault error={error} retry={retry} />}>
      <AppRouter>
        <Layout pageAt={pageAt} />
      </AppRouter>
    </ErrorBoundary>
  )
}
