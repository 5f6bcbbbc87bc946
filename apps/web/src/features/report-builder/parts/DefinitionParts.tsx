import { columnWords } from '@callboard/contract/measure-words'
import { type ReportDefinition, defaultAnswerSeconds } from '@callboard/contract/reports'
import type { DimensionName } from '@callboard/contract/field-names'
import { Radio } from 'antd'
import type { ComponentType } from 'react'
import { AcrossPart } from '#web/features/report-builder/parts/AcrossPart.tsx'
import type { FiltersProps } from '#web/features/report-builder/parts/builder-parts.ts'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { useColumnLabel } from '#web/features/report-builder/call-columns.ts'
import { useDimensionWords } from '#web/features/report-builder/dimension-choice.ts'
import { ChartPart } from '#web/features/report-builder/parts/ChartPart.tsx'
import { ColumnsPart } from '#web/features/report-builder/parts/ColumnsPart.tsx'
import { ComparePart } from '#web/features/report-builder/parts/ComparePart.tsx'
import { edited, mayNotifyOthers } from '#web/features/report-builder/draft/definition-edits.ts'
import { FiguresPart } from '#web/features/report-builder/parts/FiguresPart.tsx'
import { OrderPart } from '#web/features/report-builder/parts/OrderPart.tsx'
import { PeriodPart } from '#web/features/report-builder/parts/PeriodPart.tsx'
import {
  type ReportDraft,
  defaultPeriod,
  withDefaultPeriod,
} from '#web/features/report-builder/draft/report-draft.ts'
import { ofKind } from '#web/features/report-builder/report-kind.ts'
import { RowsPart } from '#web/features/report-builder/parts/RowsPart.tsx'
import { useHoldsClaim, useTimeZone } from '#web/lib/session/current-user.ts'
import { Stack } from '#web/ui/layout.tsx'

interface DefinitionPartsProps {
  draft: ReportDraft
  Filters: ComponentType<FiltersProps>
  onChange: (changes: Partial<ReportDraft>) => void
}

/** Rows, figures, filters and all else that makes up what a report shows. */
export function DefinitionParts({ draft, Filters, onChange }: DefinitionPartsProps) {
  const timeZone = useTimeZone()
  const seesCalls = useHoldsClaim('reporting.call.details')
  const { kind, definition } = draft
  const period = defaultPeriod(draft)
  const wordsOf = useDimensionWords()
  const columnLabel = useColumnLabel()
  const change = (changes: Partial<ReportDefinition>) => onChange({ definition: edited(definition, changes) })
  return (
    <Stack gap={20} minWidth={0}>
      <Radio.Group
        aria-label="A row for"
        optionType="button"
        value={kind}
        options={[
          { value: 'summary', label: 'Figures' },
          { value: 'details', label: 'A row for each call', disabled: !seesCalls },
        ]}
        onChange={({ target }) => onChange(ofKind(draft, target.value === 'details' ? 'details' : 'summary'))}
      />
      {kind === 'details' ? (
        <ColumnsPart columns={definition.columns ?? []} onChange={(columns) => change({ columns })} />
      ) : (
        <>
          <RowsPart
            dimensions={definition.dimensions}
            across={definition.pivot?.field}
            onChange={(dimensions) => change({ dimensions })}
          />
          <AcrossPart
            pivot={definition.pivot}
            rows={definition.dimensions.map(({ field }) => field)}
            onChange={(pivot) => change({ pivot })}
          />
          <FiguresPart {...definition} onChange={change} />
        </>
      )}
      <BuilderPart title="Only calls where">
        <Filters filters={definition.filters} onChange={(filters) => change({ filters })} />
      </BuilderPart>
      {draft.parameters.some(({ name }) => name === 'dateRange') && (
        <PeriodPart
          period={period}
          timeZone={timeZone}
          onChange={(chosen) => onChange({ parameters: withDefaultPeriod(draft.parameters, chosen) })}
        />
      )}
      {kind === 'summary' && (
        <ComparePart definition={definition} period={period} timeZone={timeZone} onChange={change} />
      )}
      {kind === 'summary' && <ChartPart definition={definition} onChange={(chart) => change({ chart })} />}
      <OrderPart
        {...definition}
        defaultOrder={
          kind === 'details' ? 'The newest calls first.' : 'Default order: days by date, names from A to Z.'
        }
        columns={sortableColumns(draft, { dimensionLabel: (name) => wordsOf(name).label, columnLabel })}
        mayNotifyOthers={mayNotifyOthers(definition)}
        onChange={change}
      />
    </Stack>
  )
}

function sortableColumns(
  { kind, definition }: ReportDraft,
  {
    dimensionLabel,
    columnLabel,
  }: { dimensionLabel: (name: DimensionName) => string; columnLabel: (name: string) => string },
): { name: string; label: string }[] {
  if (kind === 'details')
    return (definition.columns ?? []).map((name) => ({ name, label: columnLabel(name) }))
  return [
    ...definition.dimensions.map(({ field }) => ({ name: field, label: dimensionLabel(field) })),
    ...definition.measures.map((name) => ({
      name,
      label: columnWords(name, definition.answerWithinSeconds ?? defaultAnswerSeconds).label,
    })),
  ]
}
