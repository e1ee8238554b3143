import { useState } from 'react'
import { AddressTag } from '../../src/design/AddressTag/AddressTag.tsx'
import { Button } from '../../src/design/Button/Button.tsx'
import { ButtonLink } from '../../src/design/Button/ButtonLink.tsx'
import { IconButton } from '../../src/design/Button/IconButton.tsx'
import { CopyField } from '../../src/design/CopyField/CopyField.tsx'
import HideSwitch from '../../src/design/HideSwitch/HideSwitch.tsx'
import { LevelLadder } from '../../src/design/LevelLadder/LevelLadder.tsx'
import { SegmentedControl } from '../../src/design/SegmentedControl/SegmentedControl.tsx'
import { toast } from '../../src/design/Toast/toast.ts'
import { say, type Entries } from '../entry.ts'

const ADDRESS = '0x71c7656ec7ab88b098defb751b7401b5976f0d3c'
const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const
function long() {
  return say(
    '质押 1,234,567,890.12 GALX + 1,234,567,890.12 MCM，期限 360 天，算力 ×3',
    'Stake 1,234,567,890.12 GALX + 1,234,567,890.12 MCM for 360 days with weight ×3',
  )
}

function Choice({ labels, disabled = false }: { labels: readonly string[]; disabled?: boolean }) {
  const [value, setValue] = useState('0')
  return (
    <SegmentedControl
      label={say('选择', 'Choice')}
      options={labels.map((label, index) => ({ value: String(index), label }))}
      value={value}
      onChange={setValue}
      disabled={disabled}
    />
  )
}

function Ladder({ own }: { own: number | null }) {
  const [chosen, setChosen] = useState<number | null>(own === 5 ? null : (own ?? 0) + 1)
  return (
    <LevelLadder
      label={say('选择等级', 'Choose a level')}
      pool="btc"
      levels={['1', '1.1', '1.2', '1.35', '1.6', '2'].map((multiplier, level) => ({
        level,
        name: say(`${level} 级`, `Level ${level}`),
        multiplier: `×${multiplier}`,
        height: Number(multiplier) - 1,
      }))}
      own={own}
      ownName={say('你的等级', 'your level')}
      passedName={say('已有', 'yours already')}
      chosen={chosen}
      onChoose={setChosen}
    />
  )
}

export default {
  AddressTag: {
    address: () => <AddressTag address={ADDRESS} />,
    'with explorer': () => <AddressTag address={ADDRESS} explorerUrl="https://bscscan.com" />,
    transaction: () => (
      <AddressTag
        address={`0x${'1a2b3c4d'.repeat(8)}`}
        what="transaction"
        keep={10}
        explorerUrl="https://bscscan.com"
      />
    ),
  },
  Button: {
    variants: () =>
      VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} icon={variant === 'secondary' ? 'refresh' : undefined}>
          {say('一键领取', 'Claim all')}
        </Button>
      )),
    small: () =>
      VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} size="small">
          {say('重试', 'Retry')}
        </Button>
      )),
    busy: () =>
      VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} busy>
          {say('请稍候', 'Please wait')}
        </Button>
      )),
    disabled: () =>
      VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {say('已暂停', 'Paused')}
        </Button>
      )),
    'wide, long text': () => <Button wide>{long()}</Button>,
    'link and icons': () => (
      <>
        <ButtonLink to="/galx">{say('去质押', 'Go and stake')}</ButtonLink>
        <IconButton icon="menu" label={say('菜单', 'Menu')} />
        <IconButton icon="close" label={say('关闭', 'Close')} disabled />
      </>
    ),
  },
  CopyField: {
    short: () => <CopyField label={say('邀请码', 'Invite code')} value="ABCD2345" />,
    'long text': () => (
      <CopyField
        label={say('邀请链接', 'Invite link')}
        value={`https://galx.example/#/start?inviteCode=ABCD2345&from=${ADDRESS}`}
      />
    ),
  },
  HideSwitch: {
    'beside a heading': () => <HideSwitch />,
    'in the menu': () => <HideSwitch line="" />,
  },
  LevelLadder: {
    'nobody there': () => <Ladder own={null} />,
    'some held': () => <Ladder own={2} />,
    'all held': () => <Ladder own={5} />,
  },
  SegmentedControl: {
    'two options': () => <Choice labels={['GALX', 'GALX + MCM ×1.5']} />,
    'four options, long texts': () => (
      <Choice
        labels={[
          say('全部记录', 'All records'),
          say('质押', 'Stakes'),
          say('提前取回', 'Early exits'),
          say('领取奖励', 'Claimed rewards'),
        ]}
      />
    ),
    disabled: () => <Choice labels={['GALX', 'MCM']} disabled />,
  },
  Toast: {
    'press to show': () => (
      <>
        <Button size="small" onClick={() => toast(say('复制成功', 'Copied'), { kind: 'good' })}>
          {say('成功', 'Success')}
        </Button>
        <Button size="small" variant="secondary" onClick={() => toast(long())}>
          {say('长文字', 'Long text')}
        </Button>
        <Button
          size="small"
          variant="danger"
          onClick={() => toast(say('系统错误，请稍后再试', 'System error, try again later'), { kind: 'bad' })}
        >
          {say('错误', 'Error')}
        </Button>
      </>
    ),
  },
} satisfies Entries
