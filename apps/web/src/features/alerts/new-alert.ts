import { measureLabel, measureUnit } from '@callboard/contract/measure-words'
import { alertMeasures } from '@callboard/contract/alert-measures'
import type { AlertCondition } from '@callboard/contract/alerts'
import type { MeasureName } from '@callboard/contract/measures'
import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import type { EnteredWebhook } from '#web/features/alerts/WebhookField.tsx'
import { filterText } from '#web/lib/urls/call-list-url.ts'
import { defaultThreshold } from '#web/lib/reporting/measure-words.ts'
import { repeated } from '#web/lib/urls/url-state.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'
import type { Threshold } from '#web/ui/fields/ThresholdFields.tsx'

/** What the form of an alert holds. */
export interface AlertValues extends Omit<AlertCondition, 'op' | 'value'> {
  name: string
  threshold: Threshold
  recipients: Choice[]
  webhook: EnteredWebhook
}

/** The condition of what the form holds. */
export function conditionOf({
  measure,
  filters,
  entityGroups,
  window,
  threshold: { op, value },
  minimumCalls,
}: Omit<AlertValues, 'name' | 'recipients' | 'webhook' | 'minimumCalls'> & {
  /** Null of a field that is empty. */
  minimumCalls: number | null
}): AlertCondition {
  return { measure, filters, entityGroups, window, op, value, minimumCalls: minimumCalls ?? 0 }
}

/** The figure that a new alert is on, as `buildAlertUrl` says it in its address. */
export const NewAlertSearch = z.object({
  measure: z.enum(alertMeasures).optional(),
  value: z.coerce.number().optional(),
  zone: TimeZone.optional(),
  filter: repeated(filterText),
  group: repeated(z.guid()),
})

/** Told when more than now is bad, or less than now of what is good. */
export function newAlertValues(
  { measure, value, zone, filter, group }: z.output<typeof NewAlertSearch>,
  { self, timeZone }: { self: Choice; timeZone: string },
): AlertValues {
  const common = { filters: filter, entityGroups: group, recipients: [self], webhook: null }
  if (measure === undefined)
    return {
      ...common,
      name: '',
      measure: 'missed',
      threshold: defaultThreshold('missed'),
      window: { lastMinutes: 60 },
      minimumCalls: defaultMinimumCalls('missed'),
    }
  const threshold = defaultThreshold(measure)
  return {
    ...common,
    name: measureLabel(measure),
    measure,
    threshold: { ...threshold, value: value ?? threshold.value },
    window: { lastDays: 1, timeZone: zone ?? timeZone },
    minimumCalls: defaultMinimumCalls(measure),
  }
}

/** The share of the first few calls of a day says little. */
export function defaultMinimumCalls(measure: MeasureName): number {
  return measureUnit(measure) === 'number' ? 0 : 20
}
