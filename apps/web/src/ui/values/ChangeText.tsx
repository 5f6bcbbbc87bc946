import type { AskedFigure } from '@callboard/contract/report-drill'
import { type ChangeKind, findChange, formatChange } from '@callboard/contract/format'
import { useExplain } from '#web/lib/reporting/explain-change.ts'
import classes from '#web/ui/values/ChangeText.module.css'
import { verdictOf, verdictWords } from '#web/ui/values/verdict.ts'
import { Spoken } from '#web/ui/Spoken.tsx'

interface ChangeTextProps {
  current: number | null | undefined
  previous: number | null | undefined
  /** How the two compare, as the report's column says. */
  kind: ChangeKind
  /** Whether more is better; null where neither is. */
  moreIsBetter?: boolean | null | undefined
  /** Writes a difference of kind `absolute`; a count unless given. */
  formatDifference?: ((difference: number) => string) | undefined
  /** The figure that changed: then the change is a button that has it explained, where it can be. */
  figure?: AskedFigure | undefined
  /** Of money of several currencies. */
  currency?: string | undefined
  /** Asks in a word what the button answers, where there is room. */
  asksWhy?: boolean
}

/** `▲ 6.2%` in the colour of better or worse, and in words for those who hear it. */
export function ChangeText(props: ChangeTextProps) {
  const { current, previous, kind, moreIsBetter, formatDifference, figure, currency, asksWhy = false } = props
  const explain = useExplain(figure, currency)
  if (typeof current !== 'number' || typeof previous !== 'number') {
    return <span className={classes.neutral}>no earlier figure</span>
  }
  const change = findChange({ current, previous, kind, formatDifference })
  const verdict = verdictOf(change.direction, moreIsBetter)
  const text = (
    <span className={classes[verdict]}>
      <span aria-hidden="true">{formatChange(change)}</span>
      <Spoken>
        {spoken[change.direction]} {change.amount.replace('<', 'less than ')}
        {verdictWords[verdict]}
      </Spoken>
    </span>
  )
  if (explain === undefined) return text
  return (
    <button type="button" className={classes.why} title="Why it changed" onClick={explain}>
      {text}
      {asksWhy && change.direction !== 'same' && <span className={classes.asks}> Why?</span>}
    </button>
  )
}

const spoken = { up: 'up', down: 'down', same: 'unchanged' } as const
