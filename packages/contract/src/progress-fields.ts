import { type FieldTable, fieldOf } from './field-declaration.ts'
import { callPhases } from './fields.ts'

/** Where a call in progress is, and whether one was closed without an end. */
export const progressFields = {
  phase: fieldOf('choice')('Phase', 'Where a call in progress is: ringing, in a menu, in a queue, talking.', {
    values: callPhases,
    valueLabels: { ringing: 'Ringing', menu: 'In menu', queue: 'In queue', talking: 'Talking' },
    none: 'Not in progress',
    tellsOutcome: 'always',
    sent: {},
    uses: ['filter', 'group'],
    section: 'parties',
  }),
  phaseSince: fieldOf('instant')('In phase since', 'When a call in progress entered its phase.', {
    sent: {},
    section: 'parties',
  }),
  endUnknown: fieldOf('boolean')(
    'End unknown',
    'Whether the call was closed without an end, because none was reported for hours.',
    { sent: {}, isKnown: true, uses: ['filter'], section: 'parties' },
  ),
} as const satisfies FieldTable
