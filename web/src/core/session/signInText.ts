/**
 * Whether signing this text signs the account in to this site (EIP-4361): the text begins with the site and the account, and names the chain. Not every
 * wallet compares the site. If the app passed on a text of another site, the server could sign in there with the signature.
 */
export function signsInHere(text: string, address: string, chainId: number): boolean {
  const [site, account] = text.split('\n')
  const { host, origin } = window.location
  return (
    [host, origin].some((name) => site === `${name} wants you to sign in with your Ethereum account:`) &&
    account?.toLowerCase() === address.toLowerCase() &&
    /^Chain ID: (\d+)$/m.exec(text)?.[1] === String(chainId)
  )
}
