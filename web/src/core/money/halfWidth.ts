/** Full-width digits (０–９) and the dots of Chinese and Japanese keyboards (．。｡) as ASCII. */
export function halfWidth(text: string): string {
  return text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[．。｡]/g, '.')
}
