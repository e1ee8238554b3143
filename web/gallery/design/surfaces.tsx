import { useState, type ReactNode } from 'react'
import { Banner } from '../../src/design/Banner/Banner.tsx'
import { Button } from '../../src/design/Button/Button.tsx'
import { Card, Section } from '../../src/design/Card/Card.tsx'
import { Dialog } from '../../src/design/Dialog/Dialog.tsx'
import { Drawer } from '../../src/design/Drawer/Drawer.tsx'
import { EmptyState } from '../../src/design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../src/design/ErrorState/ErrorState.tsx'
import type { OverlayProps } from '../../src/design/overlay/overlayProps.ts'
import { ErrorBoundary } from '../../src/design/Section/ErrorBoundary.tsx'
import { SectionBoundary } from '../../src/design/Section/SectionBoundary.tsx'
import { Sheet } from '../../src/design/Sheet/Sheet.tsx'
import { Skeleton } from '../../src/design/Skeleton/Skeleton.tsx'
import { StatPair } from '../../src/design/StatPair/StatPair.tsx'
import { say, type Entries } from '../entry.ts'

function sentence() {
  return say(
    '本金在不可变合约中，奖励来自预先注入的预算，任何人都可核对。',
    'The principal lies in an immutable contract; rewards come from a budget funded in advance, which anybody can check.',
  )
}
function long() {
  return Array.from({ length: 12 }, (_, index) => <p key={index}>{sentence()}</p>)
}

/** A button that opens an overlay, because an open overlay would cover the page. */
function Opened({
  as: Overlay,
  ...props
}: Omit<OverlayProps, 'open' | 'onClose'> & { as: (props: OverlayProps) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="secondary" data-opens="" onClick={() => setOpen(true)}>
        {say('打开', 'Open')}
      </Button>
      <Overlay
        {...props}
        open={open}
        onClose={() => setOpen(false)}
        footer={
          props.footer === undefined ? undefined : (
            <Button wide onClick={() => setOpen(false)}>
              {say('知道了', 'Got it')}
            </Button>
          )
        }
      />
    </>
  )
}

function Failing(): ReactNode {
  throw new Error('shown on purpose')
}

const KINDS = ['good', 'info', 'warning', 'bad'] as const
function title() {
  return say('示例标题', 'An example title')
}

export default {
  Banner: {
    kinds: () =>
      KINDS.map((kind) => (
        <Banner key={kind} kind={kind}>
          {say('链上数据已核对', 'Checked on the chain')}
        </Banner>
      )),
    'long text with action': () => (
      <Banner
        kind="warning"
        action={
          <Button size="small" variant="quiet">
            {say('切换', 'Switch')}
          </Button>
        }
      >
        {sentence()}
      </Banner>
    ),
  },
  Card: {
    regular: () => <Card>{sentence()}</Card>,
    section: () => (
      <Section
        title={title()}
        action={
          <Button size="small" variant="quiet">
            {say('全部', 'All')}
          </Button>
        }
      >
        <Card>{sentence()}</Card>
      </Section>
    ),
  },
  Dialog: {
    short: () => (
      <Opened as={Dialog} title={title()}>
        {sentence()}
      </Opened>
    ),
    'long text, with footer': () => (
      <Opened as={Dialog} title={title()} footer="">
        {long()}
      </Opened>
    ),
  },
  Drawer: {
    'long text': () => (
      <Opened as={Drawer} title={title()}>
        {long()}
      </Opened>
    ),
  },
  Sheet: {
    short: () => (
      <Opened as={Sheet} title={title()}>
        {sentence()}
      </Opened>
    ),
    'long text, with footer': () => (
      <Opened as={Sheet} title={title()} footer="">
        {long()}
      </Opened>
    ),
  },
  overlay: {
    'closed by its own button alone': () => (
      <Opened as={Sheet} title={title()} dismissible={false} footer="">
        {sentence()}
      </Opened>
    ),
    'hidden title': () => (
      <Opened as={Sheet} title={title()} hideTitle>
        {sentence()}
      </Opened>
    ),
  },
  EmptyState: {
    plain: () => (
      <Card>
        <EmptyState icon="orbit" title={say('还没有质押', 'Nothing staked yet')} />
      </Card>
    ),
    'long text with action': () => (
      <Card>
        <EmptyState
          icon="people"
          title={say('还没有成员', 'No members yet')}
          text={sentence()}
          action={<Button variant="secondary">{say('邀请好友', 'Invite friends')}</Button>}
        />
      </Card>
    ),
  },
  ErrorState: {
    'with a way on': () => (
      <Card>
        <ErrorState
          title={say('读取失败', 'This could not be read')}
          text={sentence()}
          action={
            <Button variant="secondary" icon="refresh">
              {say('重试', 'Retry')}
            </Button>
          }
        />
      </Card>
    ),
  },
  Section: {
    working: () => <SectionBoundary name={title()}>{sentence()}</SectionBoundary>,
    failed: () => (
      <SectionBoundary name={title()}>
        <Failing />
      </SectionBoundary>
    ),
    'failed, drawn by its caller': () => (
      <ErrorBoundary fallback={(error) => <p>{String(error)}</p>}>
        <Failing />
      </ErrorBoundary>
    ),
  },
  Skeleton: {
    line: () => <Skeleton width="60%" />,
    block: () => <Skeleton shape="block" height="96px" />,
    round: () => <Skeleton shape="round" width="40px" height="40px" />,
    inline: () => (
      <p>
        {say('余额', 'Balance')} <Skeleton inline width="6ch" />
      </p>
    ),
  },
  StatPair: {
    figures: () => (
      <StatPair
        stats={[
          {
            label: say('已质押', 'Staked'),
            value: (
              <>
                1,850.00 <small>AAA</small>
              </>
            ),
            note: say('占比 0.61%', '0.61% of the pool'),
          },
          { label: say('我的等级', 'My level'), value: say('3 级', 'Level 3'), note: sentence() },
        ]}
      />
    ),
  },
} satisfies Entries
