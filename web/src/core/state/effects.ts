/**
 * The two effects that the core has on the screen: showing a toast and going to a route. startApp gets them from the shell. The core itself knows neither React nor the router.
 */
export type NoticeKind = 'info' | 'success' | 'error'

export type Effects = {
  /** shows a short text; `duration` in milliseconds; without it the shell decides */
  notify(text: string, options: { kind: NoticeKind; duration?: number }): void
  /** goes to a route such as `/start`, keeping history */
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
