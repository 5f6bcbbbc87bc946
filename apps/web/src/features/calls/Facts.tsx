import type { ReactNode } from 'react'
import classes from '#web/features/calls/Facts.module.css'

export interface Fact {
  label: string
  /** Empty values are left out with their label. */
  value: ReactNode
  /** A long value, which needs a full line. */
  isWide?: true
}

interface FactsProps {
  facts: readonly Fact[]
}

/** Names and values, those without a value left out. */
export function Facts({ facts }: FactsProps) {
  const known = facts.filter(
    ({ value }) => value !== null && value !== undefined && value !== '' && value !== false,
  )
  if (known.length === 0) return <p className={classes.none}>Nothing is known.</p>
  return (
    <dl className={classes.facts}>
      {known.map(({ label, value, isWide }) => (
        <div key={label} className={isWide ? classes.wideFact : classes.fact}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
