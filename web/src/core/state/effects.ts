/**
 * The core's two effects on the screen: it shows a toast, and goes to a route. The core knows neither React nor the router, so the shell gives
 * both effects to startApp.
 */
export type NoticeKind = 'info' | 'success' | 'error'

export type Effects = {
  /** shows a short text; `duration` in milliseconds; by default the shell decides */
  notify(text: string, options: { kind: NoticeKind; duration?: number }): void
  /** goes to a route such as `/start` and keeps the history */
  navigate(path: string): void
}

let effects: Effects = {
  notify: () => {},
  navigate: (path) => {
    window.location.hash = `#${path}`
  },
}

export function setEffects(given: Effects): void {
  effects = given
}

export const notify: Effects['notify'] = (text, options) => effects.notify(text, options)
export const navigate: Effects['navigate'] = (path) => effects.navigate(path)
