import { columnWords } from '@callboard/contract/measure-words'
import { isMeasureName } from '@callboard/contract/measures'
import { type MeasureColumn, type MeasureView, parseColumn } from '@callboard/contract/report-columns'
import { type ReportDefinition, defaultAnswerSeconds } from '@callboard/contract/reports'
import { Button, InputNumber } from 'antd'
import { useId } from 'react'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import {
  dependsOnSeconds,
  derivedColumns,
  measureGroups,
} from '#web/features/report-builder/figure-columns.ts'
import { PickedFields } from '#web/features/report-builder/parts/PickedFields.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'
import { Row } from '#web/ui/layout.tsx'

type Figures = Pick<ReportDefinition, 'measures' | 'answerWithinSeconds'>

interface FiguresPartProps extends Figures {
  onChange: (changes: Partial<Figures>) => void
}

const maxColumns = 60
const maxSeconds = 600

/** The figures of a report and what is derived from them, in the order of its columns. */
export function FiguresPart({ measures, answerWithinSeconds, onChange }: FiguresPartProps) {
  const secondsId = useId()
  const seconds = answerWithinSeconds ?? defaultAnswerSeconds
  return (
    <BuilderPart title="Figures">
      <PickedFields
        label="Figures"
        addLabel="Add figures"
        items={measures}
        nameOf={(name) => name}
        wordsOf={(name) => columnWords(name, seconds)}
        groups={measureGroups(seconds)}
        max={maxColumns}
        onPick={(name) => {
          if (isMeasureName(name)) onChange({ measures: [...measures, name] })
        }}
        onChange={(names) => onChange({ measures: names })}
        renderMore={(name) => (
          <DerivedButtons name={name} measures={measures} onAdd={(names) => onChange({ measures: names })} />
        )}
      />
      {dependsOnSeconds(measures) && (
        <Row gap={8} align="center" wrap>
          <label htmlFor={secondsId}>Answered in time: within</label>
          <InputNumber
            id={secondsId}
            style={{ width: 90 }}
            min={1}
            max={maxSeconds}
            precision={0}
            value={seconds}
            onChange={(given) => onChange({ answerWithinSeconds: given ?? undefined })}
          />
          seconds
        </Row>
      )}
    </BuilderPart>
  )
}

const viewWords: Readonly<Record<Exclude<MeasureView, 'figure'>, string>> = {
  share: '% of total',
  earlier: 'earlier',
  change: 'change',
}

interface DerivedButtonsProps {
  name: MeasureColumn
  measures: readonly MeasureColumn[]
  onAdd: (measures: MeasureColumn[]) => void
}

/** Beside a figure: adds a column that is derived from it. */
function DerivedButtons({ name, measures, onAdd }: DerivedButtonsProps) {
  const { measure, view: own } = parseColumn(name)
  if (own !== 'figure') return null
  return derivedColumns(measure)
    .filter((column) => !measures.includes(column.name))
    .map(({ name: derived, view }) =>
      view === 'figure' ? null : (
        <Button
          key={derived}
          type="dashed"
          size="small"
          onClick={() => onAdd(measures.toSpliced(measures.indexOf(name) + 1, 0, derived))}
        >
          {viewWords[view]}
          <Spoken> of {columnWords(name, defaultAnswerSeconds).label} as a column</Spoken>
        </Button>
      ),
    )
}
