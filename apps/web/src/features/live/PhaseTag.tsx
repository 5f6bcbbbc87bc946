import { fields } from '@callboard/contract/call-fields'
import type { CallPhase } from '@callboard/contract/fields'
import classes from '#web/features/live/PhaseTag.module.css'

/** Where a call is, in words, with a mark that needs no colour. */
export function PhaseTag({ phase }: { phase: CallPhase }) {
  return (
    <span className={classes.tag}>
      <span className={classes[phase]} aria-hidden="true" />
      {fields.phase.valueLabels[phase]}
    </span>
  )
}
