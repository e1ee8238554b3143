/** The names of pools and programs, in sentences and in lists: on the app's pages and in a wallet's description of a call. */
import type { Language } from './languages.ts'
import type { PoolKey, ProgramKey } from './products.ts'

type Names<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>

export const POOL_NAMES: Names<PoolKey> = {
  zh_CN: {
    galx: 'GALX',
    galxMcm: 'GALX + MCM',
    btc: 'BTC 算力',
    mcm: 'MCM 算力',
    mcf: 'MCF 定存',
    aaa: 'AAA 基金',
  },
  en_US: {
    galx: 'GALX',
    galxMcm: 'GALX + MCM',
    btc: 'BTC hash power',
    mcm: 'MCM hash power',
    mcf: 'MCF term deposit',
    aaa: 'AAA fund',
  },
  vi_VN: {
    galx: 'GALX',
    galxMcm: 'GALX + MCM',
    btc: 'Hash power BTC',
    mcm: 'Hash power MCM',
    mcf: 'Kỳ hạn MCF',
    aaa: 'Quỹ AAA',
  },
}

export const PROGRAM_NAMES: Names<ProgramKey> = {
  zh_CN: {
    galx: 'GALX 社区奖金',
    btc: 'BTC 社区奖金',
    promotion: '推广奖金',
    mcm: 'MCM 社区奖金',
    node: '节点奖金',
    mcf: 'MCF 社区奖金',
    zn: 'ZN 社区奖金',
    aaa: 'AAA 社区奖金',
  },
  en_US: {
    galx: 'GALX community bonus',
    btc: 'BTC community bonus',
    promotion: 'Promotion bonus',
    mcm: 'MCM community bonus',
    node: 'Node bonus',
    mcf: 'MCF community bonus',
    zn: 'ZN community bonus',
    aaa: 'AAA community bonus',
  },
  vi_VN: {
    galx: 'Bonus cộng đồng GALX',
    btc: 'Bonus cộng đồng BTC',
    promotion: 'Bonus giới thiệu',
    mcm: 'Bonus cộng đồng MCM',
    node: 'Bonus node',
    mcf: 'Bonus cộng đồng MCF',
    zn: 'Bonus cộng đồng ZN',
    aaa: 'Bonus cộng đồng AAA',
  },
}
