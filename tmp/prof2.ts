import { spawn } from 'node:child_process'
import { createPublicClient, createWalletClient, createTestClient, http, parseEther, maxUint256, zeroAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { readFileSync } from 'node:fs'
const { abi: stakingPoolsAbi, code: stakingPoolsBytecode } = JSON.parse(readFileSync('/work/wt/pools/tmp/code.json', 'utf8'))
import { mcmAbi } from '/work/wt/pools/packages/protocol/src/abi/MCM.ts'
import { mcmBytecode } from '/work/wt/pools/packages/protocol/src/bytecode/MCM.ts'
const PORT = 18977
const anvil = spawn('/work/wt/pools/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil', ['--port', String(PORT), '--hardfork', 'cancun', '--steps-tracing', '--silent'], { stdio: 'inherit' })
const transport = http(`http://127.0.0.1:${PORT}`, { timeout: 60000 })
const pub = createPublicClient({ chain: foundry, transport, pollingInterval: 20 })
const test = createTestClient({ chain: foundry, transport, mode: 'anvil' })
for (let i = 0; i < 100; i++) { try { await pub.getChainId(); break } catch { await new Promise(r => setTimeout(r, 200)) } }
const keys = ['0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d', '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'] as Hex[]
const [owner, alice, bob] = keys.map(k => privateKeyToAccount(k))
const w = (a: any) => createWalletClient({ account: a, chain: foundry, transport })
const deploy = async (abi: any, bytecode: Hex, args: any[]) => { const hash = await w(owner).deployContract({ abi, bytecode, args }); return (await pub.waitForTransactionReceipt({ hash })).contractAddress! }
const send = async (a: any, address: any, abi: any, functionName: string, args: any[]) => { const hash = await w(a).writeContract({ address, abi, functionName, args, gas: 3000000n } as any); const r = await pub.waitForTransactionReceipt({ hash }); if (r.status !== 'success') throw new Error(functionName); return { hash, gas: r.gasUsed } }
const mcm = await deploy(mcmAbi, mcmBytecode, [parseEther('1000000000'), owner.address])
const galx = await deploy(mcmAbi, mcmBytecode, [parseEther('1000000000'), owner.address])
const pools = await deploy(stakingPoolsAbi, stakingPoolsBytecode, [owner.address, owner.address])
for (const t of [mcm, galx]) for (const a of [owner, alice, bob]) { await send(owner, t, mcmAbi, 'mint', [a.address, parseEther('10000000')]); await send(a, t, mcmAbi, 'approve', [pools, maxUint256]) }
await send(owner, pools, stakingPoolsAbi, 'createPool', [{ stakeToken: mcm, pairToken: zeroAddress, rewardToken: galx, boostSource: zeroAddress, pairRatio: 0n, rewardDuration: 90 * 86400, tiers: [{ duration: 0, multiplierBps: 10000, penaltyBps: 0 }] }])
const id = await pub.readContract({ address: pools, abi: stakingPoolsAbi, functionName: 'poolAt', args: [0n] })
await send(owner, pools, stakingPoolsAbi, 'fund', [id, parseEther('7776000')])
await send(bob, pools, stakingPoolsAbi, 'stake', [id, parseEther('5000'), 0n, zeroAddress])
await test.increaseTime({ seconds: 3600 })
const A = parseEther('1234.5')
const go = async (name: string, fn: string, args: any[]) => {
  await test.increaseTime({ seconds: 3600 })
  const { hash, gas } = await send(alice, pools, stakingPoolsAbi, fn, args)
  console.log(name, gas)
  return hash
}
const profile = async (hash: Hex) => {
  const t: any = await pub.request({ method: 'debug_traceTransaction' as any, params: [hash, { disableStorage: true, disableMemory: true, disableStack: false }] as any })
  const byDepth: Record<string, number> = {}; const ops: Record<string, [number, number]> = {}
  const logs = t.structLogs
  for (let i = 0; i < logs.length; i++) {
    const l = logs[i]; const n = logs[i + 1]
    let cost = n && n.depth === l.depth ? l.gas - n.gas : l.gasCost
    if (['CALL', 'STATICCALL'].includes(l.op)) { cost = l.gasCost > 60000 ? 0 : l.gasCost }
    const k = `${l.depth} ${l.op}`
    ops[k] ??= [0, 0]; ops[k][0]++; ops[k][1] += cost
  }
  const rows = Object.entries(ops).sort((a, b) => b[1][1] - a[1][1])
  const total: Record<string, [number, number]> = {}
  for (const [k, [c, g]] of rows) { const d = k.split(' ')[0]; total[d] ??= [0, 0]; total[d][0] += c; total[d][1] += g }
  console.log(total)
  
  // by source line
  const art = JSON.parse(readFileSync('/work/wt/pools/tmp/code.json', 'utf8'))
  const code = Buffer.from(art.runtime, 'hex'); const at: Record<number, number> = {}; let n = 0
  for (let pc = 0; pc < code.length; n++) { at[pc] = n; const op = code[pc]!; pc += op >= 0x60 && op <= 0x7f ? op - 0x5e : 1 }
  let prev = ['0','0','0','-']; const maps = art.map.split(';').map((e: string) => { const f = e.split(':'); prev = prev.map((p, i) => f[i] !== undefined && f[i] !== '' ? f[i]! : p); return prev.slice() })
  const text: Record<string, string> = {}; const by: Record<string, number> = {}
  for (let i = 0; i < logs.length; i++) { const l = logs[i]; const nx = logs[i+1]; if (l.depth !== 1) continue
    if (['SSTORE','SLOAD','LOG3','TSTORE','TLOAD','CALL','STATICCALL'].includes(l.op)) continue
    const g = nx && nx.depth === 1 ? l.gas - nx.gas : l.gasCost
    const m = maps[at[l.pc]!]!; const file = art.sources[m[2]] ?? 'generated'
    let key = file
    if (file !== 'generated') { text[file] ??= readFileSync('/work/wt/pools/' + file, 'utf8'); key = file.split('/').pop() + ':' + text[file].slice(0, Number(m[0])).split('\n').length }
    by[key] = (by[key] ?? 0) + g }
  for (const [k, g] of Object.entries(by).sort((a, b) => b[1] - a[1]).slice(0, 40)) console.log(String(g).padStart(6), k)
  console.log('intrinsic-ish', t.gas)
}
try {
  await go('first', 'stake', [id, A, 0n, bob.address])
  await go('second', 'stake', [id, A, 0n, bob.address])
  const h = await go('third', 'stake', [id, A, 0n, bob.address])
  await profile(h)
  await go('claim', 'claim', [id, alice.address])
  await go('claim2', 'claim', [id, alice.address])
  const u = await go('unstake', 'unstake', [id, 0n, A / 3n, alice.address])
  await profile(u)
  await go('exit 2', 'exit', [id, 2n, alice.address])
  await go('exit 1', 'exit', [id, 1n, alice.address])
  const e = await go('exit 0', 'exit', [id, 0n, alice.address])
  await profile(e)
} finally { anvil.kill() }
process.exit(0)
