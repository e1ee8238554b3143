import type { ReactNode } from 'react'
import type { InvitePreviewData } from '@galx/protocol/http/community'
import { useBnbName } from '../core/chain/useBnbName.ts'
import { useConfig } from '../core/config/configStore.ts'
import { AddressTag } from '../design/AddressTag/AddressTag.tsx'
import { Avatar } from '../design/Avatar/Avatar.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import styles from './InviterCard.module.css'

export type InviterCardProps = {
  label: string
  /** null while it is looked up */
  address: string | null
  /** below the address: the team, the state of the binding */
  detail?: ReactNode | undefined
  /** at the right, usually a badge */
  aside?: ReactNode | undefined
}

/** An inviter: picture, address (copy, explorer), and a line about it. */
export function InviterCard({ label, address, detail, aside }: InviterCardProps) {
  const config = useConfig()
  const name = useBnbName(address)
  return (
    <div className={styles.card} role="group" aria-label={label}>
      {address === null ? (
        <Skeleton shape="round" width="44px" height="44px" />
      ) : (
        <Avatar address={address} size={44} />
      )}
      <div className={styles.text}>
        <p className={styles.label}>{label}</p>
        <p className={styles.address}>
          {address === null ? (
            <Skeleton inline width="9em" />
          ) : (
            <>
              <AddressTag address={address} keep={6} explorerUrl={config?.explorerUrl} /> {name}
            </>
          )}
        </p>
        {detail !== undefined && <p className={styles.label}>{detail}</p>}
      </div>
      {aside}
    </div>
  )
}

/** The team of a preview, in the words of the caller's `team`; while its size is unknown, an empty line of the same height. */
export function teamOf(
  { team: { direct, total } }: InvitePreviewData,
  team: (direct: string, total: string) => string,
): string {
  return direct === null || total === null ? ' ' : team(String(direct), String(total))
}
