/**
 * Judges many faults of a group in one process of forge, because starting forge costs more than most tests. A generated contract deploys
 * the test contracts one after another, with one fault active, and calls their tests. Random tests, and tests that do not pass in this way,
 * are left to the ordinary run (`run.ts`). A test can change state outside the chain and make the next test fail without any fault. So
 * pranks are ended after each test, and each process also runs once without a fault, in the same order.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Mutant } from './choices.ts'
import { buildCopy, makeCopy } from './copy.ts'
import { contractPath, ENVIRONMENT, reportOf, type TestName } from './tests.ts'

/** A test contract, and its tests without arguments. */
type Suite = { readonly file: string; readonly name: string; readonly setUp: boolean; readonly tests: readonly string[] }

/** The number of faults that one process of forge judges. */
export const BATCH = 48

/** The gas limit of a single test. A loop that a fault makes endless ends at this limit too. */
const GAS_OF_A_TEST = ENVIRONMENT.FOUNDRY_GAS_LIMIT
/** The gas limit of all tests together, high enough that late tests never run out of gas. */
const GAS_OF_ALL = '1000000000000'

const DRIVER = 'contracts/test/Faults.t.sol'

type Artifact = {
  readonly abi: readonly { readonly type: string; readonly name?: string; readonly inputs?: readonly unknown[] }[]
  readonly bytecode: { readonly object: string }
}

/** @returns the test contracts of the files, built in `root`, whose tests give every caller the same result */
function suitesOf(root: string, files: readonly string[]): readonly Suite[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(root, contractPath(file)), 'utf8')
    if (text.includes('forge-config')) return []
    return [...text.matchAll(/^contract (\w+)/gm)].flatMap(([, name = '']) => {
      const path = join(root, 'contracts/out/default', basename(file), `${name}.json`)
      if (!existsSync(path)) return []
      const { abi } = JSON.parse(readFileSync(path, 'utf8')) as Artifact
      const plain = abi.filter(({ type, inputs }) => type === 'function' && inputs?.length === 0)
      const names = plain.flatMap(({ name: called }) => (called === undefined ? [] : [called]))
      const tests = names.filter((called) => /^test/.test(called))
      return tests.length === 0 ? [] : [{ file, name, setUp: names.includes('setUp'), tests }]
    })
  })
}

/** @returns the source of the contract that calls the test contracts */
function driverOf(suites: readonly Suite[]): string {
  const imports = suites.map(({ file, name }, index) => `import {${name} as Suite${index}} from "./${file}";`)
  const made = suites.map(({ file, name, setUp, tests }, index) => {
    const asked = tests.map((test) => `_call(made, Suite${index}.${test}.selector, "${file}:${name}:${test}", place);`)
    const first = setUp ? `_setUp(made, "${file}:${name}:setUp");` : ''
    return `if (suite == ${index}) { address made = address(new Suite${index}()); ${first} uint256 place = vm.snapshotState(); ${asked.join(' ')} }`
  })
  const each = (name: string, count: number, body: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => `function ${name}${index}() external { ${body(index)} }`).join('\n')
  return `// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;
import {Test} from "forge-std/Test.sol";
${imports.join('\n')}

contract NoPrank is Test {
    /// @dev A prank holds for calls of one depth: here the calls of the test, and below it the calls of functions that a test calls on its own
    /// contract.
    function end(uint256 below) external {
        vm.stopPrank();
        if (below != 0) this.end(below - 1);
    }
}

contract Faults is Test {
    NoPrank private immutable noPrank = new NoPrank();
    function _setUp(address made, string memory name) private {
        (bool passed,) = made.call{gas: ${GAS_OF_A_TEST}}(abi.encodeWithSignature("setUp()"));
        if (!passed) revert(string.concat("noticed by ", name));
    }
    function _call(address made, bytes4 test, string memory name, uint256 place) private {
        (bool passed,) = made.call{gas: ${GAS_OF_A_TEST}}(abi.encodeWithSelector(test));
        if (!passed) revert(string.concat("noticed by ", name));
        noPrank.end(2);
        vm.revertToState(place);
    }
    function _ask(uint256 suite) private {
        ${made.join('\n        ')}
    }
    function _judge(uint256 index) private {
        uint256[] memory faults = vm.envUint("GALX_FAULTS", ",");
        uint256[] memory suites = vm.envUint("GALX_SUITES", ",");
        if (index >= faults.length) return;
        vm.prevrandao(faults[index]);
        for (uint256 i = 0; i < suites.length; ++i) _ask(suites[i]);
    }
    ${each('test_Alone', suites.length, (index) => `vm.prevrandao(uint256(0)); _ask(${index});`)}
    ${each('test_Fault', BATCH + 1, (index) => `_judge(${index});`)}
}
`
}

/** Judges many faults of one group at a time. */
export type Batch = {
  /**
   * @param faults at most `BATCH`
   * @param likely the test contracts that run first
   * @returns the test that noticed each fault, by the fault's number, without unnoticed faults; empty if a test fails without any fault
   */
  readonly ask: (faults: readonly Mutant[], likely: readonly TestName[]) => Promise<ReadonlyMap<number, TestName>>
}

function settings(faults: readonly number[], suites: readonly number[]): Readonly<Record<string, string>> {
  return { GALX_FAULTS: faults.join(','), GALX_SUITES: suites.join(','), FOUNDRY_GAS_LIMIT: GAS_OF_ALL }
}

/**
 * @param copies texts of the sources with their faults, by path from the root
 * @param files quick test files; files whose tests do not pass in the batch without a fault are left out
 */
export async function makeBatch(name: string, copies: ReadonlyMap<string, string>, files: readonly string[]): Promise<Batch> {
  const root = makeCopy(`${name}-batch`, copies, files)
  buildCopy(root)
  const suites = suitesOf(root, files)
  writeFileSync(join(root, DRIVER), driverOf(suites))
  buildCopy(root)
  const alone = await reportOf(root, ['--match-path', DRIVER, '--match-test', '^test_Alone'], settings([0], [0]))
  const fit = suites.flatMap((suite, index) => (alone.get(`test_Alone${index}`)?.status === 'Success' ? [{ suite, index }] : []))
  const left = suites.filter((suite) => !fit.some((other) => other.suite === suite))
  console.log(`${name}: ${fit.length} test contracts in one process${left.length === 0 ? '' : `, without ${left.map((suite) => suite.name).join(', ')}`}`)
  return {
    async ask(faults, likely) {
      const rank = (suite: Suite): number => {
        const at = likely.findIndex((test) => test.suite === suite.name)
        return at === -1 ? likely.length : at
      }
      const order = [...fit].sort((a, b) => rank(a.suite) - rank(b.suite)).map(({ index }) => index)
      const report = await reportOf(
        root,
        ['--match-path', DRIVER, '--match-test', `^test_Fault(${[...faults.keys(), faults.length].join('|')})\\(`],
        settings([...faults.map(({ number }) => number), 0], order),
      )
      const alone = report.get(`test_Fault${faults.length}`)
      if (alone?.status !== 'Success') {
        console.log(`${name}: ignored, because in this order a test fails without any fault: ${alone?.reason ?? 'no answer'}`)
        return new Map()
      }
      return new Map(
        faults.flatMap(({ number }, index) => {
          const result = report.get(`test_Fault${index}`)
          const [, file, suite, test] = /noticed by ([^:]+):(\w+):(\w+)/.exec(result?.reason ?? '') ?? []
          if (result?.status !== 'Failure' || file === undefined || suite === undefined || test === undefined) return []
          return [[number, { file: contractPath(file), suite, test }] as const]
        }),
      )
    },
  }
}
