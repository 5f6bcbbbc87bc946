import { comparisons } from '@callboard/contract/comparison'
import { Period } from '@callboard/contract/period'
import { emptyGuid } from '@callboard/contract/scalars'
import { z } from 'zod'
import type { DefaultValueProps } from '#web/features/report-builder/parts/builder-parts.ts'
import { MinimumDuration } from '#web/features/report-view/parameters/MinimumDuration.tsx'
import { ParameterSelect } from '#web/features/report-view/parameters/ParameterSelect.tsx'
import type { ListValue } from '#web/features/report-view/report-url.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'
import { PlainSelect } from '#web/ui/fields/PlainSelect.tsx'

/** The input for the usual value of a parameter, as readers have it. */
export function ReportDefaultValue({ parameter, value, onChange }: DefaultValueProps) {
  const timeZone = useTimeZone()
  switch (parameter.type) {
    case 'period':
      return (
        <PeriodPicker
          value={Period.safeParse(value ?? parameter.default).data ?? { relative: 'last30Days' }}
          timeZone={timeZone}
          onChange={onChange}
        />
      )
    case 'comparison':
      return (
        <PlainSelect
          label="Compare with"
          value={z.enum(comparisons).safeParse(value).data ?? 'asReport'}
          options={comparisonOptions}
          onChange={(chosen) => onChange(chosen === 'asReport' ? undefined : chosen)}
        />
      )
    case 'integer':
      return (
        <MinimumDuration
          label={parameter.label}
          value={listOf(value)}
          onChange={([seconds]) => onChange(seconds === undefined ? undefined : Number(seconds))}
        />
      )
    case 'weekdays':
      return null
    default:
      return (
        <ParameterSelect
          parameter={parameter}
          reportId={emptyGuid}
          value={listOf(value)}
          onChange={(values) => onChange(values.length === 0 ? undefined : values)}
        />
      )
  }
}

const comparisonOptions = [
  { value: 'asReport', label: 'As set in the report' },
  { value: 'previousPeriod', label: 'Previous period' },
  { value: 'previousYear', label: 'A year earlier' },
] as const

const Scalar = z.union([z.string(), z.number(), z.null()])
const Values = z.union([z.array(Scalar), Scalar.transform((one) => [one])])

function listOf(value: unknown): ListValue[] {
  const values = value === undefined ? [] : (Values.safeParse(value).data ?? [])
  return values.map((one) => (one === null ? null : String(one)))
}
