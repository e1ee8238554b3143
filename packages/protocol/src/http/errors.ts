import type { Language } from '../languages.ts'

/**
 * Every error of the servers' answers, in one table for the servers, the OpenAPI document and the app, which distinguishes
 * errors by `code`. Users see the messages. A value replaces each `{name}`.
 *
 * Codes below 1 000 are the HTTP status itself. 4xxxx are faults in a request's form. 1xxx are business refusals (HTTP 200; an
 * unknown epoch file is 404), a hundred for each subject: 10xx sign-in, 11xx invitations, 12xx reports, 13xx prices, 14xx bonuses. A new refusal
 * takes the next number of its subject.
 */
export type ErrorEntry = { readonly code: number; readonly status: number } & Readonly<
  Record<Language, string>
>

export const ERRORS = {
  // The form of a request
  malformedJson: {
    code: 40001,
    status: 400,
    zh_CN: '请求内容不是有效的 JSON',
    en_US: 'The request body is not valid JSON',
    vi_VN: 'Nội dung yêu cầu không phải JSON hợp lệ',
  },
  invalidField: {
    code: 40002,
    status: 400,
    zh_CN: '字段 {field} 无效',
    en_US: 'The field {field} is not valid',
    vi_VN: 'Trường {field} không hợp lệ',
  },
  unknownField: {
    code: 40003,
    status: 400,
    zh_CN: '不认识的字段 {field}',
    en_US: 'There is no field {field} in this call',
    vi_VN: 'Lệnh gọi này không có trường {field}',
  },
  missingField: {
    code: 40004,
    status: 400,
    zh_CN: '缺少字段 {field}',
    en_US: 'The field {field} is missing',
    vi_VN: 'Thiếu trường {field}',
  },
  unsupportedEncoding: {
    code: 40005,
    status: 415,
    zh_CN: '不支持请求内容的压缩编码',
    en_US: 'The request body must not be compressed',
    vi_VN: 'Nội dung yêu cầu không được nén',
  },
  badRequest: {
    code: 400,
    status: 400,
    zh_CN: '请求无效',
    en_US: 'The request is not valid',
    vi_VN: 'Yêu cầu không hợp lệ',
  },
  bodyTooLarge: {
    code: 413,
    status: 413,
    zh_CN: '请求内容过大',
    en_US: 'The request body is too large',
    vi_VN: 'Nội dung yêu cầu quá lớn',
  },
  addressTooLong: {
    code: 414,
    status: 414,
    zh_CN: '请求地址过长',
    en_US: 'The request address is too long',
    vi_VN: 'Địa chỉ yêu cầu quá dài',
  },
  unsupportedMediaType: {
    code: 415,
    status: 415,
    zh_CN: '请求内容必须是 application/json',
    en_US: 'The request body must be application/json',
    vi_VN: 'Nội dung yêu cầu phải là application/json',
  },
  headersTooLarge: {
    code: 431,
    status: 431,
    zh_CN: '请求头过大',
    en_US: 'The headers of the request are too large',
    vi_VN: 'Phần đầu của yêu cầu quá lớn',
  },
  // Permission to call
  unauthorised: {
    code: 401,
    status: 401,
    zh_CN: '请先登录',
    en_US: 'Please sign in first',
    vi_VN: 'Vui lòng đăng nhập trước',
  },
  foreignOrigin: {
    code: 403,
    status: 403,
    zh_CN: '不允许从该网站访问',
    en_US: 'This site may not call this server',
    vi_VN: 'Trang này không được gọi máy chủ này',
  },
  notFound: {
    code: 404,
    status: 404,
    zh_CN: '没有这个接口',
    en_US: 'There is no such call',
    vi_VN: 'Không có lệnh gọi này',
  },
  methodNotAllowed: {
    code: 405,
    status: 405,
    zh_CN: '该接口不支持这种请求方法',
    en_US: 'This call does not take this method',
    vi_VN: 'Lệnh gọi này không nhận phương thức này',
  },
  requestTimeout: {
    code: 408,
    status: 408,
    zh_CN: '请求未在规定时间内完整送达',
    en_US: 'The request did not arrive completely in time',
    vi_VN: 'Yêu cầu không đến đủ trong thời hạn',
  },
  tooManyRequests: {
    code: 429,
    status: 429,
    zh_CN: '操作过于频繁，请在 {seconds} 秒后再试',
    en_US: 'Too many requests, try again in {seconds} s',
    vi_VN: 'Quá nhiều yêu cầu, thử lại sau {seconds} giây',
  },
  // Faults of the server
  internal: {
    code: 500,
    status: 500,
    zh_CN: '系统错误，请稍后再试',
    en_US: 'System error, try again later',
    vi_VN: 'Lỗi hệ thống, vui lòng thử lại sau',
  },
  unavailable: {
    code: 503,
    status: 503,
    zh_CN: '系统错误，请稍后再试',
    en_US: 'System error, try again later',
    vi_VN: 'Lỗi hệ thống, vui lòng thử lại sau',
  },
  // Sign-in
  nonceUnknown: {
    code: 1001,
    status: 200,
    zh_CN: '登录信息不存在或已使用，请重新登录',
    en_US: 'This sign-in text is unknown or was used already, please sign in again',
    vi_VN: 'Nội dung đăng nhập không tồn tại hoặc đã dùng, vui lòng đăng nhập lại',
  },
  nonceExpired: {
    code: 1002,
    status: 200,
    zh_CN: '登录信息已过期，请重新登录',
    en_US: 'This sign-in text has expired, please sign in again',
    vi_VN: 'Nội dung đăng nhập đã hết hạn, vui lòng đăng nhập lại',
  },
  signatureInvalid: {
    code: 1003,
    status: 200,
    zh_CN: '签名与该地址不符',
    en_US: 'The signature is not this address’s signature of the sign-in text',
    vi_VN: 'Chữ ký không phải chữ ký của địa chỉ này cho nội dung đăng nhập',
  },
  sessionUnknown: {
    code: 1004,
    status: 200,
    zh_CN: '没有这个登录会话',
    en_US: 'There is no such session',
    vi_VN: 'Không có phiên này',
  },
  // Invitations
  inviteCodeUnknown: {
    code: 1101,
    status: 200,
    zh_CN: '邀请码无效',
    en_US: 'This invite code is not valid',
    vi_VN: 'Mã mời này không hợp lệ',
  },
  inviteSelf: {
    code: 1102,
    status: 200,
    zh_CN: '不能邀请自己',
    en_US: 'You cannot invite yourself',
    vi_VN: 'Bạn không thể mời chính mình',
  },
  inviteCycle: {
    code: 1103,
    status: 200,
    zh_CN: '该邀请人是您的团队成员',
    en_US: 'This inviter is a member of your own team',
    vi_VN: 'Người mời này là thành viên trong đội của bạn',
  },
  inviteAlreadyBound: {
    code: 1104,
    status: 200,
    zh_CN: '您已绑定邀请人，不能更改',
    en_US: 'You are already bound to an inviter, this cannot be changed',
    vi_VN: 'Bạn đã gắn người mời, không thể thay đổi',
  },
  // Reports of transactions
  transactionUnknown: {
    code: 1201,
    status: 200,
    zh_CN: '链上没有找到这笔交易',
    en_US: 'This transaction is neither on the chain nor pending',
    vi_VN: 'Giao dịch này không có trên chuỗi và cũng không đang chờ',
  },
  transactionForeign: {
    code: 1202,
    status: 200,
    zh_CN: '这笔交易不是由您的地址发出的',
    en_US: 'This transaction was not sent by your address',
    vi_VN: 'Giao dịch này không do địa chỉ của bạn gửi',
  },
  transactionUnrelated: {
    code: 1203,
    status: 200,
    zh_CN: '这笔交易不是发给该产品合约的',
    en_US: 'This transaction was not sent to the product’s contract',
    vi_VN: 'Giao dịch này không gửi đến hợp đồng của sản phẩm',
  },
  transactionOtherCall: {
    code: 1204,
    status: 200,
    zh_CN: '这笔交易不是这里要登记的操作',
    en_US: 'This transaction does not do what the report says',
    vi_VN: 'Giao dịch này không làm điều được báo',
  },
  transactionOtherPool: {
    code: 1205,
    status: 200,
    zh_CN: '这笔交易质押的是另一个产品',
    en_US: 'This transaction stakes in another product',
    vi_VN: 'Giao dịch này stake vào sản phẩm khác',
  },
  transactionOtherName: {
    code: 1206,
    status: 200,
    zh_CN: '这笔交易使用的是另一个名称',
    en_US: 'This transaction contains another name',
    vi_VN: 'Giao dịch này chứa tên khác',
  },
  // Prices
  noPriceHistory: {
    code: 1301,
    status: 200,
    zh_CN: '没有保存这对代币的价格记录',
    en_US: 'There is no price history of these two tokens',
    vi_VN: 'Không có lịch sử giá của hai token này',
  },
  // Bonuses
  epochUnknown: {
    code: 1401,
    status: 404,
    zh_CN: '该期奖励尚未结算或不存在',
    en_US: 'This epoch is not closed, or it has no such part',
    vi_VN: 'Kỳ này chưa chốt, hoặc không có phần này',
  },
  claimsPaused: {
    code: 1402,
    status: 200,
    zh_CN: '奖励领取已暂停，最迟于 {until}（UTC）自动恢复',
    en_US: 'Claims of bonuses are paused; the pause ends by itself at {until} UTC at the latest',
    vi_VN: 'Đang tạm dừng nhận bonus; việc tạm dừng tự kết thúc muộn nhất lúc {until} UTC',
  },
  signerDisabled: {
    code: 1403,
    status: 200,
    zh_CN: '奖励凭证的签名已停用，暂时无法领取',
    en_US: 'The signer of bonus vouchers is disabled, so no bonus can be claimed now',
    vi_VN: 'Khóa ký phiếu bonus đang tắt nên hiện không nhận được bonus',
  },
  voucherOutdated: {
    code: 1404,
    status: 200,
    zh_CN: '签名密钥已更换，奖励凭证正在重新签名，请稍后再试',
    en_US: 'The signing key has changed and vouchers are being signed again, try again later',
    vi_VN: 'Khóa ký đã thay và các phiếu đang được ký lại, vui lòng thử lại sau',
  },
  programUnknown: {
    code: 1405,
    status: 200,
    zh_CN: '该奖励计划尚未开始',
    en_US: 'This bonus program does not exist yet',
    vi_VN: 'Chương trình bonus này chưa tồn tại',
  },
  voucherExpired: {
    code: 1406,
    status: 200,
    zh_CN: '奖励凭证已过期，正在等待重新签名，请稍后再试',
    en_US: 'The voucher has expired and must be signed again, try again later',
    vi_VN: 'Phiếu đã hết hạn và phải được ký lại, vui lòng thử lại sau',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof ERRORS
