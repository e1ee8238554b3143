/** Well-known names for the browsers and systems of user agents. The first match of each list counts. */
const PROGRAMS = [
  [/TokenPocket/i, 'TokenPocket'],
  [/imToken/i, 'imToken'],
  [/OKApp|OKEx/i, 'OKX'],
  [/MetaMaskMobile/i, 'MetaMask'],
  [/Trust\//i, 'Trust'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Headless)?Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

function firstOf(list: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1]
}

/** Program and system of a user agent, such as `Chrome · Android`; null if neither is known. */
export function deviceOf(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const known = [firstOf(PROGRAMS, userAgent), firstOf(SYSTEMS, userAgent)].filter(Boolean)
  return known.length === 0 ? null : known.join(' · ')
}
