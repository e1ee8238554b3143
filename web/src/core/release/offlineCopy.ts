/** The copy of the app on this device (public/offline.js), for a reload while the host does not answer. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { safeVersionAfterThis } from './readRelease.ts'
import { ownStart } from './watchVersion.ts'

/** The name that public/offline.js gives the copy. */
const COPY = 'galx-app'

/**
 * Keeps the loaded files of this version, or deletes the copy if a signed release says that this version is not safe. Never rejects: a browser
 * that refuses storage, or that has no service workers, keeps no copy.
 */
export async function keepOfflineCopy(config: WebConfig): Promise<void> {
  try {
    const { serviceWorker } = navigator as Partial<Navigator>
    const start = ownStart()
    if (serviceWorker === undefined || start === null) return
    if ((await safeVersionAfterThis(config)) !== null) return await deleteCopy(serviceWorker)
    await serviceWorker.register('./offline.js')
    const { active } = await serviceWorker.ready
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage({ start, files })
  } catch {
    // The app works without a copy.
  }
}

async function deleteCopy(serviceWorker: ServiceWorkerContainer): Promise<void> {
  for (const registration of await serviceWorker.getRegistrations()) await registration.unregister()
  await caches.delete(COPY)
}
