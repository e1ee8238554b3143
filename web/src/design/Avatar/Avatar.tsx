import { useId } from 'react'

export type AvatarProps = {
  /** Any hex address; the picture depends on nothing else. */
  address: string
  /** Diameter in pixels; 38 by default. */
  size?: number | undefined
}

/** Green means that something was checked, so no planet is green: 256 steps from cyan over blue and red to yellow. */
function hueOf(step: number): number {
  return (180 + (step % 256)) % 360
}

/**
 * A small planet drawn from the bytes of an address, so that two accounts look different at a glance. Plain SVG: no
 * image URL, so the content security policy needs no exception. Decoration only: the address stands beside it.
 */
export function Avatar({ address, size = 38 }: AvatarProps) {
  const id = useId()
  const byte = (index: number) => Number.parseInt(address.slice(2 + index * 2, 4 + index * 2), 16) || 0
  const hue = hueOf(byte(0))
  const second = hueOf(byte(0) + 28 + Math.round(byte(1) / 3))
  const tilt = Math.round((byte(2) * 140) / 255) - 70
  const angle = (byte(3) / 255) * 2 * Math.PI
  const ring = 3.2 + byte(4) / 110
  const planet = 6 + byte(5) / 90
  return (
    <svg width={size} height={size} viewBox="0 0 38 38" aria-hidden="true">
      <defs>
        <radialGradient id={id} cx="32%" cy="28%" r="85%">
          <stop offset="0" stopColor={`hsl(${hue} 90% 78%)`} />
          <stop offset="1" stopColor={`hsl(${second} 62% 46%)`} />
        </radialGradient>
      </defs>
      <circle cx="19" cy="19" r="19" fill={`hsl(${second} 34% 20%)`} />
      <g transform={`rotate(${tilt} 19 19)`}>
        <ellipse
          cx="19"
          cy="19"
          rx="15"
          ry={ring}
          fill="none"
          stroke={`hsl(${hue} 60% 72%)`}
          strokeOpacity=".6"
        />
        <circle cx="19" cy="19" r={planet} fill={`url(#${id})`} />
        <circle
          cx={19 + 15 * Math.cos(angle)}
          cy={19 + ring * Math.sin(angle)}
          r="2.2"
          fill={`hsl(${hue} 90% 82%)`}
        />
      </g>
    </svg>
  )
}
