import { HOME_PAGE } from '@galx/protocol/products'
import type { ComponentType } from 'react'

/** A page's file: `<page>.page.tsx`. */
export type PageModule = {
  default: ComponentType
}

/** The route of `/` and of unknown addresses. */
export const homePath = `/${HOME_PAGE}`
