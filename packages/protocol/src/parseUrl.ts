/** Like `URL.parse`, which browsers from before 2024 lack. @returns null if the text is not an absolute URL */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
