declare const __APP_VERSION__: string

/** The version of this build, from web/package.json. */
export const APP_VERSION = __APP_VERSION__
