import { InputNumber } from 'antd'
import { useState } from 'react'

interface SpanEdgeProps {
  label: string
  /** Seconds. */
  value: number
  onMove: (seconds: number) => void
}

/** An edge of a range by keyboard. It moves once it is typed to the end: on the way to 15 it would stand at 1. */
export function SpanEdge({ label, value, onMove }: SpanEdgeProps) {
  const [typed, setTyped] = useState<number | null>(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  function finish() {
    setTyped(value)
    if (typed !== null && typed !== value) onMove(typed)
  }
  return (
    <InputNumber
      size="small"
      style={{ width: 96 }}
      aria-label={label}
      step={0.1}
      precision={2}
      value={typed}
      onChange={setTyped}
      onStep={onMove}
      onBlur={finish}
      onPressEnter={finish}
    />
  )
}
