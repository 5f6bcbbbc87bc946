import { fields } from '@callboard/contract/call-fields'
import type { CallPhase } from '@callboard/contract/fields'
import classes from '#web/features/live/PhaseTag.module.css'
import { Row } from '#web/ui/layout.tsx'

/** Where a call is, in words, with a mark that needs no colour. */
export function PhaseTag({ phase }: { phase: CallPhase }) {
  return (
    <Row inline as="span" align="baseline" gap="0.45em" breaks="nowrap">
      <span className={classes[phase]} aria-hidden="true" />
      {fields.phase.valueLabels[phase]}
    </Row>
  )
}
