declare const __APP_VERSION__: string

/** Of this build, as web/package.json says. */
export const APP_VERSION = __APP_VERSION__
