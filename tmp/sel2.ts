import { toFunctionSelector } from 'viem'
const W=[64,72,80,88,96,104,112,120,128,160,192,256]
const out:[string,string][]=[]
for (const p of W){ 
 for (const s of [`exit(uint256,uint${p},address)`,`exit(uint256,address,uint${p})`,`exit((uint256,uint${p}),address)`]) out.push([toFunctionSelector(`function ${s}`),s])
 for (const a of [128,256]) for (const s of [`unstake(uint256,uint${p},uint${a},address)`,`unstake((uint256,uint${p}),uint${a},address)`,`unstake(uint256,uint${p},address,uint${a})`]) out.push([toFunctionSelector(`function ${s}`),s])
 for (const s of [`withdrawPrincipal(uint256,uint${p},address)`]) out.push([toFunctionSelector(`function ${s}`),s])
}
out.sort(); for (const [h,s] of out.filter(([h])=>h<'0x30')) console.log(h,s)
