/** Reads the values of a configuration. `webConfig.ts` has the list of values. */

export type Fields = Record<string, unknown>
export type HexString = `0x${string}`

const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/
const DECIMAL = /^[0-9]{1,78}$/
const PLAIN_URL = /^https?:\/\/[^\s?#]+$/

/** Each method returns the value. For a wrong value the method adds a sentence to `problems` and returns a placeholder of the same type. */
export class ConfigValues {
  /** sentences, each with a field and the value that it must have */
  readonly problems: string[] = []

  wrong(path: string, wanted: string, value: unknown): void {
    this.problems.push(`${path} must be ${wanted}, not ${shown(value)}`)
  }

  fields(path: string, value: unknown): Fields | null {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
    this.wrong(path, 'an object', value)
    return null
  }

  list(path: string, value: unknown): unknown[] {
    if (Array.isArray(value)) return value
    this.wrong(path, 'a list', value)
    return []
  }

  address(path: string, value: unknown): HexString {
    return this.hex(path, value, ADDRESS, 'an address (0x and 40 hex digits)')
  }

  hash(path: string, value: unknown): HexString {
    return this.hex(path, value, HASH, 'a hash (0x and 64 hex digits)')
  }

  private hex(path: string, value: unknown, pattern: RegExp, wanted: string): HexString {
    const text = typeof value === 'string' ? value.toLowerCase() : ''
    if (pattern.test(text)) return text as HexString
    this.wrong(path, wanted, value)
    return '0x'
  }

  decimal(path: string, value: unknown): string {
    if (typeof value === 'string' && DECIMAL.test(value)) return value
    this.wrong(path, 'a decimal string', value)
    return ''
  }

  /** @returns the URL without a slash at the end */
  url(path: string, value: unknown, optional: boolean): string {
    if (optional && value === '') return ''
    if (typeof value === 'string' && PLAIN_URL.test(value)) return value.replace(/\/+$/, '')
    this.wrong(path, 'an http(s) URL without query', value)
    return ''
  }

  flag(path: string, value: unknown): boolean {
    if (typeof value !== 'boolean') this.wrong(path, 'true or false', value)
    return value === true
  }

  whole(path: string, value: unknown, least: number, most: number): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return value
    this.wrong(path, `a whole number from ${least} to ${most}`, value)
    return least
  }

  oneOf<Item extends string>(path: string, value: unknown, items: readonly Item[]): Item {
    if (items.includes(value as Item)) return value as Item
    this.wrong(path, `one of ${items.join(', ')}`, value)
    return items[0] as Item
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
