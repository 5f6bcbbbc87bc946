import { InputNumber } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import classes from '#web/features/report-view/parameters/ParameterSelect.module.css'
import type { ListValue } from '#web/features/report-view/report-url.ts'

interface MinimumDurationProps {
  label: string
  value: readonly ListValue[]
  onChange: (value: ListValue[]) => void
}

const pauseMs = 500

/** The least seconds that a call lasts; debounced while typing. */
export function MinimumDuration({ label, value, onChange }: MinimumDurationProps) {
  const given = value[0] ?? ''
  const [typed, setTyped] = useState(given)
  const [known, setKnown] = useState(given)
  if (given !== known) {
    setKnown(given)
    setTyped(given)
  }
  const report = useEffectEvent((text: string) => onChange(text === '' ? [] : [text]))
  useEffect(() => {
    if (typed === given) return undefined
    const timer = setTimeout(() => report(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, given])
  return (
    <InputNumber
      className={classes.select ?? ''}
      aria-label={`${label} in seconds`}
      placeholder={label}
      suffix="s"
      min={0}
      precision={0}
      value={typed === '' ? null : Number(typed)}
      onChange={(seconds) => setTyped(seconds === null ? '' : String(seconds))}
    />
  )
}
