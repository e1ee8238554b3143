import { toFunctionSelector } from 'viem'
const out:[string,string][]=[]
for (const a of [96,112,120,128,160,192,256]) for (const t of [64,96,128,256]) for (const n of ['stake']) out.push([toFunctionSelector(`function ${n}(uint256,uint${a},uint${t},address)`),`${n}(uint256,uint${a},uint${t},address)`])
out.sort(); for (const x of out.slice(0,8)) console.log(...x)
for (const s of ['firstGift()','FIRST_GIFT()','syncBoost(uint256,address)']) console.log(toFunctionSelector('function '+s), s)
