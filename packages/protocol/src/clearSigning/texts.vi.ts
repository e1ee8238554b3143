/** See texts.en.ts. */
import { POOL_NAMES, PROGRAM_NAMES } from '../names.ts'
import type chinese from './texts.zh.ts'
import type { Translation } from './translation.ts'

type Said = readonly [intent: string, sentence: string]

const swap: Said = ['Swap', 'Swap {amountIn} lấy ít nhất {amountOutMin}, trả cho {to}']
const swapNative: Said = ['Swap', 'Swap {@.value} lấy ít nhất {amountOutMin}, trả cho {to}']
const deposit: Said = ['Gửi vào vault', 'Gửi {assets} vào vault cho {receiver}']
const handOver: Said = ['Chuyển thẻ', 'Chuyển {tokenId} của {from}, cùng ký quỹ, cho {to}']
const transfer: Said = ['Chuyển', 'Chuyển {amount} cho {to}']
const transferFrom: Said = ['Chuyển', 'Chuyển {amount} của {from} cho {to}']
const approve: Said = ['Cấp quyền', 'Cho {spender} chi tiêu {amount}']
const permit: Said = ['Cấp quyền bằng chữ ký', 'Cho {spender} chi tiêu {value} của {owner}']
const plainToken = { approve, transfer, transferFrom }
const token = { ...plainToken, permit }

export default {
  labels: {
    pool: 'Pool',
    amount: 'Số lượng',
    tier: 'Kỳ hạn',
    position: 'Vị thế',
    inviter: 'Người mời',
    account: 'Tài khoản',
    receiver: 'Trả cho',
    owner: 'Chủ sở hữu',
    spender: 'Bên chi tiêu',
    shares: 'Cổ phần',
    level: 'Cấp',
    pass: 'Thẻ',
    name: 'Tên',
    program: 'Chương trình bonus',
    cumulative: 'Tổng đã cấp',
    deadline: 'Hiệu lực đến',
    pays: 'Trả',
    receivesAtLeast: 'Nhận ít nhất',
    route: 'Lộ trình',
    contract: 'Hợp đồng',
    call: 'Thao tác',
    data: 'Dữ liệu',
    approved: 'Cho phép',
    signature: 'Chữ ký',
    wei: 'Số lượng (wei)',
    signer: 'Khóa ký',
    coSigner: 'Khóa đồng ký',
  },
  pools: POOL_NAMES.vi_VN,
  programs: PROGRAM_NAMES.vi_VN,
  flexible: 'linh hoạt',
  days: (days) => `${days} ngày`,
  unlimited: 'số lượng bất kỳ',
  calls: {
    StakingPools: {
      stake: ['Stake', 'Stake {amount} vào pool {pool}'],
      stakeWithPermit: ['Stake', 'Stake {amount} vào pool {pool}'],
      stakeFor: ['Stake cho tài khoản khác', 'Stake {amount} vào pool {pool} cho {account}'],
      unstake: ['Rút stake', 'Rút {amount} khỏi pool {pool} và trả cho {to}'],
      exit: ['Rút hết và nhận thưởng', 'Rút vị thế {position} của pool {pool}, nhận thưởng và trả cho {to}'],
      exitEarly: [
        'Rút sớm',
        'Rút {amount} khỏi pool {pool} trước khi hết kỳ hạn, và trả cho {to} phần còn lại sau chi phí',
      ],
      withdrawPrincipal: [
        'Rút khẩn cấp',
        'Rút vốn gốc của vị thế {position} khỏi pool {pool}, từ bỏ phần thưởng, và trả cho {to}',
      ],
      claim: ['Nhận thưởng', 'Nhận thưởng của pool {pool} và trả cho {to}'],
      claimFor: ['Nhận thưởng', 'Nhận thưởng của pool {pool} cho {account}'],
      claimMany: ['Nhận thưởng', 'Nhận thưởng của các pool {pools.[]} và trả cho {to}'],
      compound: ['Stake lại thưởng', 'Nhận thưởng của pool {pool} và stake vào chính pool đó'],
      syncBoost: ['Cập nhật boost', 'Cập nhật boost của {owner_} trong pool {pool} theo cấp của tài khoản'],
      fund: ['Nạp cho pool', 'Nạp {amount} wei token thưởng vào pool {pool}, không lấy lại được'],
    },
    ZnVault: {
      deposit,
      depositWithInviter: deposit,
      depositWithPermit: deposit,
      mint: ['Gửi vào vault', 'Mua {shares} của vault cho {receiver}'],
      withdraw: ['Rút khỏi vault', 'Rút {assets} của {owner} khỏi vault cho {receiver}'],
      redeem: ['Đổi cổ phần vault', 'Đổi {shares} của {owner} và trả cho {receiver}'],
      fund: ['Nạp cho vault', 'Nạp {amount} cho người giữ cổ phần của vault, không lấy lại được'],
      approve: ['Cấp quyền', 'Cho {spender} chi tiêu {value}'],
      transfer: ['Chuyển', 'Chuyển {value} cho {to}'],
      transferFrom: ['Chuyển', 'Chuyển {value} của {from} cho {to}'],
      permit,
    },
    Levels: {
      buy: ['Mua cấp', 'Mua cấp {level} bằng cách đốt MCM'],
      buyWithPermit: ['Mua cấp', 'Mua cấp {level} bằng cách đốt MCM'],
    },
    NodePass: {
      mint: ['Mint thẻ node', 'Mint thẻ node “{name_}”, khóa ký quỹ MCM'],
      mintWithPermit: ['Mint thẻ node', 'Mint thẻ node “{name_}”, khóa ký quỹ MCM'],
      rename: ['Đổi tên thẻ', 'Đổi tên {id} thành “{name_}”'],
      startUnbonding: ['Bắt đầu cooldown', 'Bắt đầu cooldown của {id}: node của thẻ dừng từ bây giờ'],
      cancelUnbonding: ['Dừng cooldown', 'Dừng cooldown của {id} và giữ ký quỹ bị khóa'],
      unbond: ['Rút ký quỹ', 'Đốt {id} và rút ký quỹ của thẻ'],
      transferFrom: handOver,
      safeTransferFrom: handOver,
      'safeTransferFrom with data': handOver,
      approve: ['Cấp quyền', 'Cho {to} chuyển {tokenId} cùng ký quỹ'],
      setApprovalForAll: ['Cấp quyền mọi thẻ', 'Cho phép {operator} chuyển mọi thẻ: {approved}'],
    },
    AaaFund: { distribute: ['Phân phối', 'Chuyển AAA của quỹ cho người stake trong pool AAA'] },
    RewardVouchers: {
      claim: [
        'Nhận bonus',
        'Trả cho {voucher.account} phần chưa nhận của {voucher.cumulative} ({voucher.program})',
      ],
      claimTo: [
        'Nhận bonus',
        'Trả cho {to} phần chưa nhận của {voucher.cumulative} thuộc {voucher.account} ({voucher.program})',
      ],
      claimMany: [
        'Nhận bonus',
        'Trả cho {vouchers.[].account} phần chưa nhận của {vouchers.[].cumulative} ({vouchers.[].program})',
      ],
      fund: ['Nạp chương trình bonus', 'Nạp {amount} vào {id}, không lấy lại được'],
      disableSigner: ['Tắt khóa ký', 'Vô hiệu mọi phiếu cho đến khi timelock chọn khóa ký'],
      disableCoSigner: ['Tắt khóa đồng ký', 'Vô hiệu mọi phiếu cho đến khi timelock chọn khóa đồng ký'],
      setSigner: ['Chọn khóa ký', 'Chọn {signer_} làm khóa ký, và vô hiệu mọi phiếu trước đó'],
      setCoSigner: ['Chọn khóa đồng ký', 'Chọn {coSigner_} làm khóa đồng ký, và vô hiệu mọi phiếu trước đó'],
    },
    SwapRouter: {
      swapExactTokensForTokens: swap,
      swapExactTokensForETH: swap,
      swapExactETHForTokens: swapNative,
      swapExactTokensForTokensSupportingFeeOnTransferTokens: swap,
      swapExactTokensForETHSupportingFeeOnTransferTokens: swap,
      swapExactETHForTokensSupportingFeeOnTransferTokens: swapNative,
    },
    WrappedNative: {
      ...plainToken,
      deposit: ['Wrap', 'Wrap {@.value}'],
      withdraw: ['Unwrap', 'Unwrap {amount}'],
    },
    Multicall3: { aggregate3: ['Nhiều lệnh gọi, tất cả hoặc không', '{calls.[].callData}'] },
    DemoFaucet: { drip: ['Nhận token thử', 'Gửi token thử cho {to}'] },
    PlainToken: plainToken,
    Token: token,
    BurnableToken: {
      ...token,
      burn: ['Đốt', 'Hủy {amount}'],
      burnFrom: ['Đốt', 'Hủy {amount} của {from}'],
    },
  },
  messages: {
    Permit: ['Cấp quyền bằng chữ ký', 'Cho {spender} chi tiêu {value} của {owner} đến {deadline}'],
    Voucher: ['Ký phiếu', 'Cấp cho {account} tổng cộng {cumulative} ({program})'],
  },
} satisfies Translation<typeof chinese>
