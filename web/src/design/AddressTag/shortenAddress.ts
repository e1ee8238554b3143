/**
 * Shortens a string longer than 14 characters to its first `lead` and last `tail` characters joined by an ellipsis;
 * returns a shorter string unchanged.
 */
export function shortenAddress(text: string, lead: number, tail: number): string {
  return text.length > 14 ? `${text.slice(0, lead)}…${text.slice(-tail)}` : text
}
