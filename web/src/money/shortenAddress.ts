/** A string of more than 14 characters as its first and last `count` characters around an ellipsis; others as they are. */
export function shortenAddress(text: string, count = 8): string {
  return text.length > 14 ? `${text.slice(0, count)}…${text.slice(-count)}` : text
}
