/** One finding of the doctor. */
export type Finding = {
  /** such as `nodes`; the findings of an area are listed together */
  area: string
  state: 'ok' | 'warning' | 'wrong'
  /** one line: the finding */
  text: string
  /** the remedy; absent if all is well */
  todo?: string
}

export function ok(area: string, text: string): Finding {
  return { area, state: 'ok', text }
}
export function warning(area: string, text: string, todo: string): Finding {
  return { area, state: 'warning', text, todo }
}
export function wrong(area: string, text: string, todo: string): Finding {
  return { area, state: 'wrong', text, todo }
}
