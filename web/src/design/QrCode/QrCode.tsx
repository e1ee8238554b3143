import { useEffect, useState } from 'react'
import styles from './QrCode.module.css'

export type QrCodeProps = {
  text: string
  /** The purpose of the code; its accessible name. */
  label: string
  /** Edge in pixels, quiet zone included; 176 by default. */
  size?: number | undefined
}

/** A QR code, dark on white in both themes, as scanners need. The encoder loads with the first code; if it does not arrive, the frame is empty. */
export function QrCode({ text, label, size = 176 }: QrCodeProps) {
  const [code, setCode] = useState<{ path: string; edge: number }>()

  useEffect(() => {
    let live = true
    void import('uqr').then(({ encode }) => {
      if (!live) return
      const { data, size: edge } = encode(text, { ecc: 'M', border: 2 })
      let path = ''
      data.forEach((row, y) => row.forEach((dark, x) => dark && (path += `M${x} ${y}h1v1h-1z`)))
      setCode({ path, edge })
    }, noEncoder)
    return () => {
      live = false
    }
  }, [text])

  return (
    <div className={styles.frame} style={{ width: size, height: size }}>
      {code !== undefined && (
        <svg
          viewBox={`0 0 ${code.edge} ${code.edge}`}
          width="100%"
          height="100%"
          role="img"
          aria-label={label}
        >
          <path d={code.path} fill="#0b0e14" shapeRendering="crispEdges" />
        </svg>
      )}
    </div>
  )
}

/** The code's link also stands beside the code, so a failure needs no message. */
function noEncoder() {}
