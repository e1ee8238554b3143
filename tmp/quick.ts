import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const solc = createRequire('/work/wt/pools/contracts/script/x.ts')('solc')
const root = '/work/wt/pools/'
const remap = ['@openzeppelin/contracts/=node_modules/@openzeppelin/contracts/', 'solady/=node_modules/solady/src/']
const input = { language: 'Solidity', sources: { 'contracts/src/StakingPools.sol': { content: readFileSync(root + 'contracts/src/StakingPools.sol', 'utf8') } },
  settings: { viaIR: true, remappings: remap, optimizer: { enabled: true, runs: 1000000 }, evmVersion: 'cancun', metadata: { bytecodeHash: 'none', appendCBOR: false }, outputSelection: { 'contracts/src/StakingPools.sol': { StakingPools: ['evm.bytecode.object', 'evm.deployedBytecode.object', 'evm.deployedBytecode.sourceMap', 'evm.deployedBytecode.generatedSources', 'abi'] } } } }
const out = JSON.parse(solc.compile(JSON.stringify(input), { import: (p: string) => { try { return { contents: readFileSync(root + p, 'utf8') } } catch { return { error: 'no ' + p } } } }))
for (const e of out.errors ?? []) if (e.severity === 'error') { console.log(e.formattedMessage); process.exit(1) }
const c = out.contracts['contracts/src/StakingPools.sol'].StakingPools
writeFileSync(root + 'tmp/code.json', JSON.stringify({ abi: c.abi, map: c.evm.deployedBytecode.sourceMap, runtime: c.evm.deployedBytecode.object, sources: Object.fromEntries(Object.entries(out.sources).map(([k,v]: any)=>[v.id,k])), code: '0x' + c.evm.bytecode.object }))
console.log('runtime bytes', c.evm.deployedBytecode.object.length / 2)
