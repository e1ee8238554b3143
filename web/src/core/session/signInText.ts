/**
 * Whether a text signs in here and nowhere else (EIP-4361): it begins with this site and the account, and names the chain. Not every wallet compares the
 * site: one that signed a text of another site would sign the person in there, for whoever controls the server that gave it.
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
