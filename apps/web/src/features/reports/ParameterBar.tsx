import type { Parameter, ParameterName, Report } from '@callboard/contract/reports'
import { Select } from 'antd'
import { MinimumDuration } from '#web/features/reports/MinimumDuration.tsx'
import classes from '#web/features/reports/ParameterBar.module.css'
import { ParameterSelect } from '#web/features/reports/ParameterSelect.tsx'
import {
  type CompareChoice,
  type ListValue,
  type ReportState,
  valueParameters,
} from '#web/features/reports/report-url.ts'
import { useSystemSettings } from '#web/lib/system-settings.ts'
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx'

interface ParameterBarProps {
  report: Report
  state: ReportState
  timeZone: string
  onChange: (changes: Partial<ReportState>) => void
}

const compareOptions = [
  { value: 'none', label: 'Compare: nothing' },
  { value: 'previousPeriod', label: 'Compare: previous period' },
  { value: 'previousYear', label: 'Compare: previous year' },
] as const satisfies readonly { value: CompareChoice; label: string }[]

/** What a report asks for; a change runs it anew. */
export function ParameterBar({ report, state, timeZone, onChange }: ParameterBarProps) {
  const weekStartsOn = useSystemSettings()?.weekStartsOn
  const has = (type: Parameter['type']) => report.parameters.some((parameter) => parameter.type === type)
  const changeOne = (name: ParameterName, value: ListValue[]) =>
    onChange({ values: { ...state.values, [name]: value } })
  return (
    <div className={classes.bar} role="group" aria-label="Parameters">
      {has('period') && (
        <PeriodPicker
          value={state.period}
          timeZone={timeZone}
          weekStartsOn={weekStartsOn}
          onChange={(period) => onChange({ period })}
        />
      )}
      {has('comparison') && (
        <Select<CompareChoice>
          aria-label="Compare with"
          popupMatchSelectWidth={false}
          value={state.compare}
          options={[...compareOptions]}
          onChange={(compare) => onChange({ compare })}
        />
      )}
      {valueParameters(report).map((parameter) => {
        const value = state.values[parameter.name] ?? []
        const shared = { value, onChange: (changed: ListValue[]) => changeOne(parameter.name, changed) }
        return parameter.type === 'integer' ? (
          <MinimumDuration key={parameter.name} label={parameter.label} {...shared} />
        ) : (
          <ParameterSelect key={parameter.name} parameter={parameter} reportId={report.id} {...shared} />
        )
      })}
    </div>
  )
}
