/** Simulates another deployment with the same build: changes some fields of its /config.json. */
import type { Page } from '@playwright/test'
import type { WebConfig } from '@galx/protocol/webConfig'

export async function configured(page: Page, changes: Partial<WebConfig>): Promise<void> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as WebConfig), ...changes } })
  })
}
