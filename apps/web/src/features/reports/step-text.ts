import { ReportStep } from '@callboard/contract/report-steps'
import { describeNone } from '@callboard/contract/field-names'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { formatBucketInFull } from '@callboard/contract/format-time'

/** A step in an address: `day:2026-11-02`, `state:TX`; `state:` is no state. */
export function stepToText(step: ReportStep): string {
  return step.field === 'time' ? `${step.grain}:${step.value}` : `state:${step.value ?? ''}`
}

export function stepFromText(text: string): ReportStep | undefined {
  const [kind = '', ...rest] = text.split(':')
  const value = rest.join(':')
  const step =
    kind === 'state'
      ? { field: 'state', value: value === '' ? null : value }
      : { field: 'time', grain: kind, value }
  return ReportStep.safeParse(step).data
}

/** What a step leads into, in words. */
export function writeStep(step: ReportStep, labels: RunReportAnswer['labels'] = {}): string {
  if (step.field === 'time') return formatBucketInFull(step.value, step.grain)
  if (step.value === null) return describeNone('state', 'State')
  return labels['state']?.[step.value] ?? step.value
}
