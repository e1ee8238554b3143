/** Full-width (０–９), Arabic (٠–٩) and Persian (۰–۹) digits, and the dots of Chinese and Japanese keyboards (．。｡), as ASCII. */
export function halfWidth(text: string): string {
  return text
    .replace(/[０-９٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) - zeroOf(digit)))
    .replace(/[．。｡]/g, '.')
}

/** The character code of the zero in a digit's script. */
function zeroOf(digit: string): number {
  const code = digit.charCodeAt(0)
  return [0xff10, 0x06f0, 0x0660].find((zero) => zero <= code) ?? code
}
