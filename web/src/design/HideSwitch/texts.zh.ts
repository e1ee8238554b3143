/** The switch that hides the holder's amounts. */
export default {
  hide: '隐藏金额',
  on: '已开启',
  off: '已关闭',
}
