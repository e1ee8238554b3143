import { Amount } from '../../src/design/Amount/Amount.tsx'
import { Avatar } from '../../src/design/Avatar/Avatar.tsx'
import { Card } from '../../src/design/Card/Card.tsx'
import { FactList } from '../../src/design/FactList/FactList.tsx'
import { Icon } from '../../src/design/Icon/Icon.tsx'
import { iconPaths, type IconName } from '../../src/design/Icon/paths.ts'
import { PositionRow } from '../../src/design/PositionRow/PositionRow.tsx'
import { QrCode } from '../../src/design/QrCode/QrCode.tsx'
import { RelativeTime } from '../../src/design/RelativeTime/RelativeTime.tsx'
import { Skeleton } from '../../src/design/Skeleton/Skeleton.tsx'
import { say, type Entries } from '../entry.ts'
import { openedAt } from '../situations.ts'

const ADDRESSES = ['71c7656e', 'a11ce000', '0badc0de', 'feedbeef'].map((part) => `0x${part.repeat(5)}`)
const ONE = 10n ** 18n

export default {
  Avatar: {
    'several addresses': () => ADDRESSES.map((address) => <Avatar key={address} address={address} />),
    large: () => <Avatar address={ADDRESSES[0] ?? ''} size={72} />,
  },
  FactList: {
    facts: () => (
      <Card>
        <FactList
          facts={[
            { label: say('你的占比', 'Your share of the pool'), value: '0.17% → 0.24%' },
            { label: say('退出', 'Leaving'), value: say('随时', 'Any time') },
            { label: say('奖励', 'Reward'), value: <Skeleton inline width="9em" /> },
          ]}
        />
      </Card>
    ),
    'long texts': () => (
      <Card>
        <FactList
          facts={[
            {
              label: say(
                '以当前速度计算的每日奖励与占比',
                'The reward of each day at the rate of this moment',
              ),
              value: '1,234,567,890.123456 GALX + 1,234,567,890.123456 MCM',
            },
            { label: '0x', value: ADDRESSES[0] },
          ]}
        />
      </Card>
    ),
  },
  Icon: {
    'every icon': () =>
      (Object.keys(iconPaths) as IconName[]).map((name) => <Icon key={name} name={name} label={name} />),
  },
  PositionRow: {
    'plain, with a button, with long texts': () => (
      <Card padding="rows">
        <ul>
          <PositionRow
            mark={<Avatar address={ADDRESSES[1] ?? ''} />}
            title="GALX + MCM"
            detail={say('随时可取', 'Any time')}
            amount={<Amount value={320n * ONE} token="GALX" />}
            gain={<Amount value={ONE / 3n} token="GALX" gain />}
          />
          <PositionRow
            mark={<Avatar address={ADDRESSES[2] ?? ''} />}
            title={say('180 天 ×2', '180 days ×2')}
            amount={<Amount value={1_000n * ONE} token="MCM" />}
            onOpen={() => {}}
          />
          <PositionRow
            mark={<Avatar address={ADDRESSES[3] ?? ''} />}
            title={say('质押凭证与节点通行证的转让记录', 'A transferred stake and its node pass')}
            detail={say('由另一个账户在很久以前转入', 'Received from another account a long time ago')}
            amount={<Amount value={123_456_789_012n * ONE + 1n} token="GALX" />}
            gain={<Amount value={987_654_321n * ONE + 1n} token="GALX" gain />}
            onOpen={() => {}}
          />
        </ul>
      </Card>
    ),
  },
  QrCode: {
    link: () => <QrCode text="https://galx.example/#/start" label={say('邀请链接', 'Invite link')} />,
  },
  RelativeTime: {
    'just now': () => <RelativeTime at={openedAt} />,
    past: () => <RelativeTime at={openedAt - 7_500} />,
    future: () => <RelativeTime at={openedAt + 71 * 86_400} />,
    'of the chain’s clock': () => <RelativeTime at={openedAt} now={openedAt + 400 * 86_400} />,
  },
} satisfies Entries
