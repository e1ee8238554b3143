/** The errors of OpenZeppelin's ERC-20 and permit (EIP-6093), which our tokens are made of, and of its safe transfer. */
const error = (name: string, ...inputs: readonly (readonly [string, string])[]) => ({
  type: 'error' as const,
  name,
  inputs: inputs.map(([type, label]) => ({ type, name: label })),
})

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
  error('SafeERC20FailedOperation', ['address', 'token']),
]
