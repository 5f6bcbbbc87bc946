import type { CallValues } from '@callboard/contract/annotations'
import classes from '#web/features/calls/annotations/EditCallsModal.module.css'

interface PresentValuesProps {
  /** Undefined until it is known what they say: then nothing is said. */
  calls: readonly CallValues[] | undefined
  /** What is entered and replaces something; undefined where nothing is. */
  replaced: ((calls: readonly CallValues[]) => string) | undefined
  present?: (calls: readonly CallValues[]) => string
}

/** Under a field: what the calls say now, and once something is entered, what that takes the place of. */
export function PresentValues({ calls, replaced, present }: PresentValuesProps) {
  const text = calls === undefined ? undefined : (replaced ?? present)?.(calls)
  return (
    <span className={replaced === undefined ? classes.present : classes.replaced} title={text}>
      {text}
    </span>
  )
}
