import type { ChangeExplanation, ExplainedDimension } from '@callboard/contract/change-explanation'
import type { Filter } from '@callboard/contract/calls'
import { writeDimension } from '@callboard/contract/dimension-words'
import { callsOfExplained, filterOfValue } from '@callboard/contract/explanation-drill'
import { filterValue } from '@callboard/contract/report-drill'
import { describeNone } from '@callboard/contract/field-names'
import { formatCounted } from '@callboard/contract/format'
import { Button } from 'antd'
import classes from '#web/features/change-explanation/ChangeDrawer.module.css'
import {
  roundTogether,
  writeAmount,
  writeContribution,
  writePercent,
} from '#web/features/change-explanation/explanation-words.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Box, Hint, QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'
import { type Verdict, verdictOf, verdictWords } from '#web/ui/values/verdict.ts'

export type StepInto = (filter: Filter) => void

interface ExplainedValuesProps {
  explanation: ChangeExplanation
  dimension: ExplainedDimension
  entityGroups: string[]
  onStep: StepInto
}

type Value = ExplainedDimension['values'][number]
type Figures = Omit<Value, 'value'>
interface ShownValue extends Figures {
  key: string
  name: string
  value: Value | 'others'
}

/** The values of a dimension with their bars, those that moved the way of the whole first, and all others. */
export function ExplainedValues({ explanation, dimension, entityGroups, onStep }: ExplainedValuesProps) {
  const { column, addsUp } = dimension
  const rows = shownRows(dimension, explanation)
  const max = Math.max(...rows.map((row) => Math.abs(sizeOf(row))), 0)
  return (
    <Box as="section" margin="20px 0 0">
      <Row align="baseline" justify="space-between" gap={12} margin="0 0 4px">
        <Text as="h3" fontSize={15} fontWeight={700}>
          {column.label}
        </Text>
        {addsUp && <QuietText fontSize={13}>part and share of the change</QuietText>}
      </Row>
      {!addsUp && (
        <Hint margin="4px 0 12px" fontSize={13}>
          These figures do not add up to the total: each stands on its own.
        </Hint>
      )}
      <Stack as="ul">
        {rows.map((row) => (
          <li key={row.key} className={classes.value}>
            <Text breaks="anywhere">{row.name}</Text>
            <span className={classes.track} aria-hidden="true">
              <Bar size={max === 0 ? 0 : sizeOf(row) / max} verdict={verdictOn(row, explanation)} />
            </span>
            <span className={classes.amount}>
              {addsUp && (
                <strong>
                  <Contribution row={row} explanation={explanation} />
                  {row.share !== null && <span className={classes.share}> {writePercent(row.share)}</span>}
                </strong>
              )}
            </span>
            <span className={classes.figures}>
              <Period
                explanation={explanation}
                dimension={dimension}
                row={row}
                period="earlier"
                entityGroups={entityGroups}
              />
              {' → '}
              <Period
                explanation={explanation}
                dimension={dimension}
                row={row}
                period="now"
                entityGroups={entityGroups}
              />
              {row.mix !== undefined && (
                <Text block>
                  {' '}
                  own figure {writeContribution(row.rate ?? 0, explanation)}, part of calls{' '}
                  {writeContribution(row.mix, explanation)}
                </Text>
              )}
            </span>
            {dimension.valueCount > 1 && <Into row={row} column={column.name} onStep={onStep} />}
          </li>
        ))}
      </Stack>
    </Box>
  )
}

function Into({ row, column, onStep }: { row: ShownValue; column: string; onStep: StepInto }) {
  const { name, value } = row
  if (value === 'others') return null
  return (
    <Button
      type="link"
      size="small"
      className={classes.into}
      aria-label={`Drill down: ${name}`}
      onClick={() => onStep(filterValue(column, value.value))}
    >
      Drill down
    </Button>
  )
}

/** In the colour of better or worse, and in words for those who hear it. */
function Contribution({ row, explanation }: { row: ShownValue; explanation: ChangeExplanation }) {
  const verdict = verdictOn(row, explanation)
  return (
    <span className={verdict === 'neutral' ? '' : classes[verdict]}>
      {writeContribution(row.contribution, explanation)}
      {verdict !== 'neutral' && <Spoken>{verdictWords[verdict]}</Spoken>}
    </span>
  )
}

/** To the right what added, to the left what took away. */
function Bar({ size, verdict }: { size: number; verdict: Verdict }) {
  const side = size < 0 ? 'insetInlineEnd' : 'insetInlineStart'
  const tone = verdict === 'neutral' ? (size < 0 ? classes.less : classes.more) : classes[verdict]
  return (
    <span className={`${classes.bar} ${tone}`} style={{ width: `${Math.abs(size) * 50}%`, [side]: '50%' }} />
  )
}

/** What it means that a value added so much, or took it away. */
function verdictOn(row: Figures, { column: { moreIsBetter } }: ChangeExplanation): Verdict {
  const size = sizeOf(row)
  return verdictOf(size === 0 ? 'same' : size > 0 ? 'up' : 'down', moreIsBetter)
}

interface PeriodProps extends Pick<ExplainedValuesProps, 'explanation' | 'dimension' | 'entityGroups'> {
  row: ShownValue
  period: 'now' | 'earlier'
}

/** The figure of a value in a period, which leads to its calls. */
function Period({ explanation, dimension, row, period, entityGroups }: PeriodProps) {
  const maySeeCalls = useHoldsClaim('reporting.call.details')
  const text = writeAmount(row[period], explanation)
  if (!maySeeCalls || row[period] === null || Number(row[period]) === 0) return text
  const filter = filterOfValue(dimension, row.value)
  const calls = callsOfExplained({ explanation, filter, period })
  return (
    <TextLink
      to={buildCallListUrl({ ...calls, entityGroups })}
      aria-label={`${text}, ${row.name}, calls ${period === 'now' ? 'of this period' : 'of the earlier period'}`}
    >
      {text}
    </TextLink>
  )
}

/** Of a fall, those that took most away first; otherwise as they come. */
function inOrder(values: readonly Value[], { change }: ChangeExplanation): readonly Value[] {
  return Number(change) < 0 ? values.toSorted((one, other) => sizeOf(one) - sizeOf(other)) : values
}

/** Rounded together, so that what is shown adds up to the change that is shown. */
function shownRows(
  { values, others, ...dimension }: ExplainedDimension,
  explanation: ChangeExplanation,
): ShownValue[] {
  const rows: ShownValue[] = [
    ...inOrder(values, explanation).map((value) => ({
      ...value,
      key: String(value.value),
      name: nameOf(dimension, value.value, explanation.labels),
      value,
    })),
    ...(others === undefined
      ? []
      : [
          {
            ...others,
            key: 'others',
            name: formatCounted(others.count, 'other value'),
            value: 'others' as const,
          },
        ]),
  ]
  if (!dimension.addsUp) return rows
  const shares = roundTogether(
    rows.map(({ share }) => share ?? 0),
    1000,
  )
  const isMean = rows.some(({ mix }) => mix !== undefined)
  const scale = explanation.column.type === 'ratio' ? 10_000 : 100
  const contributions = isMean
    ? roundTogether(
        rows.map(({ contribution }) => Number(contribution)),
        scale,
      )
    : rows.map(({ contribution }) => contribution)
  return rows.map((row, at) => {
    const contribution = contributions[at] ?? null
    const whole = { ...row, contribution, share: row.share === null ? null : (shares[at] ?? null) }
    if (row.rate === undefined) return whole
    const rate = Math.round(row.rate * scale) / scale
    return { ...whole, rate, mix: Number(contribution) - rate }
  })
}

/** What a bar draws: the contribution, or where there is none the difference of the own figures. */
function sizeOf({ contribution, now, earlier }: Figures): number {
  return contribution === null ? Number(now) - Number(earlier) : Number(contribution)
}

export function nameOf(
  { column }: Pick<ExplainedDimension, 'column'>,
  value: Value['value'],
  labels: ChangeExplanation['labels'],
): string {
  return writeDimension(value, column, labels)?.full ?? describeNone(column.name, column.label)
}
