import { Fragment, type ReactNode } from 'react'
import { GUARDED_CONTRACTS, type GuardedContract } from '@galx/protocol/ownedContracts'
import type { HexString } from '@galx/protocol/webConfig'
import { useConfig } from '../../core/config/configStore.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { bpsText, shortAmountText } from '../../staking/format.ts'
import {
  dearestExit,
  drawableBySigners,
  heldOfOthers,
  mintable,
  type FactName,
  type TokenAmount,
} from './model.ts'
import type { Safety } from './readings.ts'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

const NOBODY = `0x${'0'.repeat(40)}`

/** Names of contract functions, unchanged. */
const FUNCTIONS: Record<Exclude<FactName, 'unchangeable'>, string> = {
  keys: 'createPool, createProgram, setGuardian, setSigner, setCoSigner, mint; pauseStaking, pauseDeposits, pause, disableSigner, disableCoSigner',
  exit: 'unstake, exitEarly, withdrawPrincipal; redeem; unbond',
  dependencies: 'poolConfiguration: stakeToken, pairToken, boostSource',
  funding: 'fund, claim',
}

/** Paths in the repository of the tests that would fail if the fact were not true. */
const TESTS: Record<FactName, readonly string[]> = {
  unchangeable: ['operator/test/verify.test.ts'],
  keys: ['contracts/test/threats/StolenKeys.t.sol', 'operator/test/verify.test.ts'],
  exit: [
    'contracts/test/StakingPools/WithdrawPrincipal.t.sol',
    'contracts/test/StakingPools/Invariants.t.sol',
  ],
  dependencies: ['contracts/test/StakingPools/BoostSources.t.sol', 'contracts/test/fuzz/TokenKinds.t.sol'],
  funding: ['contracts/test/threats/EqualTokens.t.sol', 'contracts/test/StakingPools/Invariants.t.sol'],
}

/** The details of a fact: the functions, the role, the worst loss, and the tests. */
export function FactDetail({ name, safety }: { name: FactName; safety: Safety | null }) {
  const texts = useTexts(safeTexts).facts
  const worst = useWorst(safety)
  return (
    <div className={styles.detail}>
      <dl>
        <Line label={texts.function}>
          {name === 'unchangeable' ? texts.unchangeable.function : <code>{FUNCTIONS[name]}</code>}
        </Line>
        <Line label={texts.role}>{name === 'keys' ? <Powers safety={safety} /> : roleOf(name, texts)}</Line>
        <Line label={texts.worst}>{worst(name)}</Line>
        <Line label={texts.test}>
          {TESTS[name].map((test) => (
            <div key={test}>
              <code>{test}</code>
            </div>
          ))}
        </Line>
      </dl>
      {name === 'keys' && (
        <>
          <p className={styles.note}>
            {texts.keys.twoKeys(safety?.signersNonce?.toString() ?? texts.unknownAmount)}
          </p>
          <p className={styles.note}>{texts.keys.notRead}</p>
        </>
      )}
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type FactTexts = ReturnType<typeof safeTexts.current>['facts']

function roleOf(name: Exclude<FactName, 'keys'>, texts: FactTexts): string {
  return name === 'unchangeable' ? texts.nobody : texts[name].role
}

/** The worst loss in words, with the amounts of the last reading. */
function useWorst(safety: Safety | null): (name: FactName) => string {
  const { facts: texts, join } = useTexts(safeTexts)
  const config = useConfig()
  function amounts(list: readonly TokenAmount[] | null): string {
    if (list === null) return texts.unknownAmount
    if (list.length === 0) return texts.keys.nothing
    return list.map(({ token, amount }) => `${shortAmountText(amount, token)} ${token}`).join(join)
  }
  return (name) => {
    if (name === 'keys') {
      const drawable = safety === null || config === null ? null : drawableBySigners(safety, config)
      return texts.keys.worst(amounts(drawable), amounts(safety === null ? null : mintable(safety)))
    }
    if (name === 'exit') {
      const penalty = safety === null ? null : dearestExit(safety)
      return texts.exit.worst(penalty === null ? texts.unknownAmount : bpsText(penalty))
    }
    if (name === 'dependencies')
      return texts.dependencies.worst(amounts(safety === null ? null : heldOfOthers(safety)))
    return texts[name].worst
  }
}

function Powers({ safety }: { safety: Safety | null }) {
  const { facts: texts, contracts, join } = useTexts(safeTexts)
  const config = useConfig()
  const holders: readonly (readonly [string, readonly Holder[]])[] = [
    [texts.keys.timelock, [{ address: safety?.owners.StakingPools?.owner }]],
    [
      texts.keys.guardian,
      guardiansOf(safety).map(({ names, address }) => ({
        // The contracts' names are shown only if the contracts have different guardians.
        of:
          names.length === GUARDED_CONTRACTS.length
            ? undefined
            : names.map((name) => contracts.names[name]).join(join),
        address,
      })),
    ],
    [texts.keys.signer, [{ address: safety?.signer }]],
    [texts.keys.coSigner, [{ address: safety?.coSigner }]],
    [texts.keys.publisher, [{ address: safety?.publisher }]],
  ]
  return (
    <div className={styles.powers}>
      {holders.map(([label, list]) => (
        <div key={label}>
          <span>{label}</span>
          {list.map(({ of, address }) => (
            <Fragment key={address ?? of ?? ''}>
              {of !== undefined && <span className={styles.note}>{of}</span>}
              {address === NOBODY ? (
                <span className={styles.note}>{texts.keys.off}</span>
              ) : address ? (
                <AddressTag address={address} explorerUrl={config?.explorerUrl} />
              ) : (
                <span className={styles.note}>{texts.unknownAmount}</span>
              )}
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  )
}

type Holder = { of?: string | undefined; address: HexString | null | undefined }

/** Each guardian once, with its contracts. */
function guardiansOf(safety: Safety | null) {
  const guardianOf = (name: GuardedContract) => safety?.guardians[name] ?? null
  return [...new Set(GUARDED_CONTRACTS.map(guardianOf))].map((address) => ({
    address,
    names: GUARDED_CONTRACTS.filter((name) => guardianOf(name) === address),
  }))
}
