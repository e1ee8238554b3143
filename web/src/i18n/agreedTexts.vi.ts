import type { Translation } from './texts.ts'
import type chinese from './agreedTexts.zh.ts'

/**
 * Sentences whose exact words are agreed. The words of all Vietnamese texts, one for each thing: stake, unstake rút stake, claim nhận,
 * reward phần thưởng (short: thưởng), bonus bonus, principal vốn gốc, position vị thế, term kỳ hạn, epoch kỳ, voucher phiếu,
 * level cấp, boost boost, hash power hash power, pool pool, vault vault, share cổ phần, deposit gửi, fund nạp, vest and stream trả dần,
 * vested (budget) đã đến hạn, budget ngân sách, pass thẻ, bond ký quỹ, cool-down cooldown, inviter người mời, bind gắn, link liên kết,
 * approve cấp quyền, allowance quyền chi tiêu, permit chữ ký cấp quyền, signer khóa ký, guardian người giám hộ, chain chuỗi, block khối,
 * final đã chốt, swap swap, slippage trượt giá, operator đơn vị vận hành. Figures keep the form 1,234.56 of wallets and explorers.
 */
export default {
  verificationSuccessful: 'Xác minh thành công',
  invalidInviteCode: 'Mã mời không hợp lệ',
  paymentFailed: 'Thanh toán thất bại',
  paymentCancelled: 'Đã hủy thanh toán',
  insufficientPayment: 'Thanh toán thất bại: số dư không đủ',
  imageTooLarge: 'Ảnh không được lớn hơn 5M',
  enterContent: 'Vui lòng nhập nội dung',
  uploadPictures: 'Vui lòng tải ảnh lên',
  highestPromotion: 'Thưởng giới thiệu cao nhất 100U',
} satisfies Translation<typeof chinese>
