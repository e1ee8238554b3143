/** The errors of tokens. Pools pass these errors on unchanged: OpenZeppelin's (EIP-6093), its permit's and its safe transfer's, and Solady's. */
function error(name: string, ...inputs: readonly (readonly [string, string])[]) {
  return {
    type: 'error' as const,
    name,
    inputs: inputs.map(([type, label]) => ({ type, name: label })),
  }
}

const SOLADY = [
  'InsufficientBalance',
  'InsufficientAllowance',
  'AllowanceOverflow',
  'AllowanceUnderflow',
  'TotalSupplyOverflow',
  'InvalidPermit',
  'PermitExpired',
  'Permit2AllowanceIsFixedAtInfinity',
]

export const tokenErrorsAbi = [
  error('ERC20InsufficientBalance', ['address', 'sender'], ['uint256', 'balance'], ['uint256', 'needed']),
  error(
    'ERC20InsufficientAllowance',
    ['address', 'spender'],
    ['uint256', 'allowance'],
    ['uint256', 'needed'],
  ),
  error('ERC20InvalidSender', ['address', 'sender']),
  error('ERC20InvalidReceiver', ['address', 'receiver']),
  error('ERC20InvalidApprover', ['address', 'approver']),
  error('ERC20InvalidSpender', ['address', 'spender']),
  error('ERC2612ExpiredSignature', ['uint256', 'deadline']),
  error('ERC2612InvalidSigner', ['address', 'signer'], ['address', 'owner']),
  ...SOLADY.map((name) => error(name)),
  error('SafeERC20FailedOperation', ['address', 'token']),
]
