/** Addresses that follow from the code alone, through the deterministic deployment proxy that every EVM chain has. */
import {
  concatHex,
  encodeAbiParameters,
  getCreate2Address,
  keccak256,
  toHex,
  type Abi,
  type Address,
  type Hex,
} from 'viem'

/** Nick Johnson's and Arachnid's proxy: calldata is salt ++ creation code. */
export const DEPLOYMENT_PROXY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export type Creation = { name: string; abi: Abi; bytecode: Hex; args: readonly unknown[]; salt: string }

/** The address of `creation`, whether it exists or not, in lower case. */
export function addressOf(creation: Creation): Address {
  return create2Address(creation.bytecode, constructorArguments(creation), creation.salt)
}

/** @param encodedArguments the constructor's arguments, ABI-encoded */
export function create2Address(bytecode: Hex, encodedArguments: Hex, salt: string): Address {
  return getCreate2Address({
    from: DEPLOYMENT_PROXY,
    salt: saltWord(salt),
    bytecodeHash: codeHash(concatHex([bytecode, encodedArguments])),
  }).toLowerCase() as Address
}

const codeHashes = new Map<Hex, Hex>()

/** keccak256 of code, remembered: an address is computed many times, and hashing the code takes milliseconds. */
export function codeHash(code: Hex): Hex {
  const known = codeHashes.get(code)
  if (known) return known
  const hash = keccak256(code)
  codeHashes.set(code, hash)
  return hash
}

type AbiConstructor = Extract<Abi[number], { type: 'constructor' }>

export function constructorOf(abi: Abi): AbiConstructor | undefined {
  return abi.find((item): item is AbiConstructor => item.type === 'constructor')
}

/** The ABI-encoded arguments, in the explorers' form. */
export function constructorArguments({ abi, args }: Creation): Hex {
  return encodeAbiParameters(constructorOf(abi)?.inputs ?? [], args)
}

export function creationCode(creation: Creation): Hex {
  return concatHex([creation.bytecode, constructorArguments(creation)])
}

/** The calldata for the proxy. */
export function creationCalldata(creation: Creation): Hex {
  return concatHex([saltWord(creation.salt), creationCode(creation)])
}

export function saltWord(salt: string): Hex {
  return keccak256(toHex(salt))
}
