import { describeEarlierDays } from '@callboard/contract/comparison-words'
import type { Grain } from '@callboard/contract/fields'
import type { Parameter, ParameterName, Report } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { MinimumDuration } from '#web/features/report-view/parameters/MinimumDuration.tsx'
import classes from '#web/features/report-view/parameters/ParameterBar.module.css'
import { ParameterSelect } from '#web/features/report-view/parameters/ParameterSelect.tsx'
import type { Run } from '#web/features/report-view/queries.ts'
import { ownRunQuery } from '#web/features/report-view/report-run.ts'
import { type ListValue, type ReportState, valueParameters } from '#web/features/report-view/report-url.ts'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { CompareSelect } from '#web/ui/fields/CompareSelect.tsx'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'

interface ParameterBarProps {
  report: ShownReport
  state: ReportState
  timeZone: string
  onChange: (changes: Partial<ReportState>) => void
}

/** The parameters of a report; a change runs it again. */
export function ParameterBar({ report, state, timeZone, onChange }: ParameterBarProps) {
  const weekStartsOn = useQuery(systemSettingsQuery).data?.weekStartsOn
  const isNarrow = useMediaQuery('(width < 700px)')
  const earlier = useEarlierOfStep({ report, state, timeZone })
  const [isUnfolded, setIsUnfolded] = useState(false)
  const inUse = valueParameters(report).filter(({ name }) => (state.values[name] ?? []).length > 0)
  // On a narrow screen only the parameters in use are shown until somebody asks for the others.
  const shown = isNarrow && !isUnfolded ? inUse : valueParameters(report)
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
        <CompareSelect
          value={state.compare}
          matchWeekdays={state.matchWeekdays}
          period={state.period}
          grain={grainOf(report)}
          timeZone={timeZone}
          weekStartsOn={weekStartsOn}
          earlier={earlier}
          onChange={onChange}
        />
      )}
      {shown.map((parameter) => {
        const value = state.values[parameter.name] ?? []
        const shared = { value, onChange: (changed: ListValue[]) => changeOne(parameter.name, changed) }
        return parameter.type === 'integer' ? (
          <MinimumDuration key={parameter.name} label={parameter.label} {...shared} />
        ) : (
          <ParameterSelect
            key={parameter.name}
            parameter={parameter}
            // Whoever has a report only as it is shared does not find it by its own id.
            reportId={report.saved === undefined ? report.id : emptyGuid}
            {...shared}
          />
        )
      })}
      {isNarrow && inUse.length < valueParameters(report).length && (
        <Button type="text" aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
          {isUnfolded ? 'Fewer parameters' : 'More parameters'}
        </Button>
      )}
    </div>
  )
}

/** What the figures are compared with after a step that decides it, in words; undefined without such a step. */
function useEarlierOfStep(asked: Run): string | undefined {
  const isPart = asked.state.steps.some(({ field }) => field !== 'state')
  const { data, isPlaceholderData } = useQuery({ ...ownRunQuery(asked), enabled: isPart })
  if (!isPart) return undefined
  if (data === undefined || isPlaceholderData) return '…'
  const { comparison } = data
  return comparison === undefined
    ? 'nothing earlier'
    : describeEarlierDays(
        { current: data.meta, earlier: comparison, timeZone: asked.timeZone },
        data.meta.generatedAt.slice(0, 4),
      )
}

function grainOf({ definition: { dimensions, pivot } }: Report): Grain | undefined {
  const time = [...dimensions, pivot].find((use) => use?.field === 'time')
  return time && (time.grain ?? 'auto')
}
