import { describeEarlierDays } from '@callboard/contract/comparison-words'
import type { Grain } from '@callboard/contract/fields'
import type { Parameter, Report } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MinimumDuration } from '#web/features/report-view/parameters/MinimumDuration.tsx'
import { ParameterChip } from '#web/features/report-view/parameters/ParameterChip.tsx'
import { ParameterSelect } from '#web/features/report-view/parameters/ParameterSelect.tsx'
import type { Run } from '#web/features/report-view/queries.ts'
import { ownRunQuery } from '#web/features/report-view/report-run.ts'
import { type ListValue, type ReportState, valueParameters } from '#web/features/report-view/report-url.ts'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { ComparedChip } from '#web/ui/fields/ComparedChip.tsx'
import { CompareSelect } from '#web/ui/fields/CompareSelect.tsx'
import { FilterRow } from '#web/ui/fields/FilterRow.tsx'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'

interface ParameterBarProps {
  report: ShownReport
  state: ReportState
  timeZone: string
  /** On the right. */
  controls?: ReactNode
  onChange: (changes: Partial<ReportState>) => void
}

/** The parameters of a report; a change runs it again. */
export function ParameterBar({ report, state, timeZone, controls, onChange }: ParameterBarProps) {
  const earlier = useEarlierOfStep({ report, state, timeZone })
  const parameters = valueParameters(report).map((parameter) => ({
    parameter,
    value: state.values[parameter.name] ?? [],
    // Whoever has a report only as it is shared does not find it by its own id.
    reportId: report.saved === undefined ? report.id : emptyGuid,
    onChange: (value: ListValue[]) => onChange({ values: { ...state.values, [parameter.name]: value } }),
  }))
  const has = (type: Parameter['type']) => report.parameters.some((parameter) => parameter.type === type)
  const compared = {
    value: state.compare,
    matchWeekdays: state.matchWeekdays,
    period: state.period,
    grain: grainOf(report),
    timeZone,
    earlier,
    onChange,
  }
  const isCompared = has('comparison') && state.compare !== 'none'
  return (
    <FilterRow
      label="Parameters"
      lead={
        has('period') && (
          <PeriodPicker
            value={state.period}
            timeZone={timeZone}
            onChange={(period) => onChange({ period })}
          />
        )
      }
      chips={[
        ...(isCompared
          ? [
              {
                key: 'compare',
                render: (open: () => void) => <ComparedChip {...compared} onOpen={open} />,
              },
            ]
          : []),
        ...parameters
          .filter(({ value }) => value.length > 0)
          .map(({ onChange: change, ...chosen }) => ({
            key: chosen.parameter.name,
            render: (open: () => void) => (
              <ParameterChip {...chosen} onOpen={open} onRemove={() => change([])} />
            ),
          })),
      ]}
      fields={[
        ...(has('comparison') ? [{ key: 'compare', field: <CompareSelect {...compared} /> }] : []),
        ...parameters.map((one) => ({
          key: one.parameter.name,
          field:
            one.parameter.type === 'integer' ? (
              <MinimumDuration label={one.parameter.label} value={one.value} onChange={one.onChange} />
            ) : (
              <ParameterSelect {...one} />
            ),
        })),
      ]}
      controls={controls}
    />
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
