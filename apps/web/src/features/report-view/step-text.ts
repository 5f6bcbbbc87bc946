import { ReportStep } from '@callboard/contract/report-steps'
import { writeDayPart } from '@callboard/contract/day-parts'
import { describeNone } from '@callboard/contract/field-names'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { formatBucketInFull, formatHourSpan, weekdayNames } from '@callboard/contract/format-time'

/** A step in an address: `day:2026-11-02`, `state:TX`, `dayOfWeek:1`, `dayPart:6`; `state:` is no state. */
export function stepToText(step: ReportStep): string {
  return step.field === 'time' ? `${step.grain}:${step.value}` : `${step.field}:${step.value ?? ''}`
}

export function stepFromText(text: string): ReportStep | undefined {
  const [kind = '', ...rest] = text.split(':')
  const value = rest.join(':')
  return ReportStep.safeParse(partsOfStep(kind, value)).data
}

function partsOfStep(kind: string, value: string) {
  if (kind === 'state') return { field: kind, value: value === '' ? null : value }
  if (kind === 'dayOfWeek' || kind === 'hourOfDay' || kind === 'dayPart')
    return { field: kind, value: Number(value) }
  return { field: 'time', grain: kind, value }
}

/** What a step leads into, in words. */
export function writeStep(step: ReportStep, labels: RunReportAnswer['labels'] = {}): string {
  if (step.field === 'time') return formatBucketInFull(step.value, step.grain)
  if (step.field === 'dayOfWeek') return weekdayNames[step.value - 1] ?? ''
  if (step.field === 'hourOfDay') return formatHourSpan(step.value)
  if (step.field === 'dayPart') return writeDayPart(step.value).full
  if (step.value === null) return describeNone('state', 'State')
  return labels['state']?.[step.value] ?? step.value
}
