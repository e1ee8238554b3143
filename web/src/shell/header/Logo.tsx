import { useId } from 'react'

/** The mark: a planet and its ring, in the theme's colours. The ring's lower half is in front of the planet, its upper half behind. */
export function Logo({ size = 26 }: { size?: number }) {
  const id = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <clipPath id={id}>
        <path d="M-4 13h34v17H-4z" transform="rotate(-24 13 13)" />
      </clipPath>
      <g transform="rotate(-24 13 13)">
        <ellipse cx="13" cy="13" rx="11.6" ry="4.8" fill="none" stroke="var(--accent)" strokeWidth="1.7" />
      </g>
      <circle cx="13" cy="13" r="5.2" fill="var(--text)" />
      <g clipPath={`url(#${id})`}>
        <ellipse
          cx="13"
          cy="13"
          rx="11.6"
          ry="4.8"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.7"
          transform="rotate(-24 13 13)"
        />
      </g>
      <circle cx="22.7" cy="7.8" r="2.1" fill="var(--accent)" />
    </svg>
  )
}
