import { type ChangeExplanation, explainChange } from '@callboard/contract/change-explanation'
import { ArrowLeftOutlined } from '@ant-design/icons'
import type { Filter } from '@callboard/contract/calls'
import { describeEarlier } from '@callboard/contract/comparison-words'
import { describeFilter } from '@callboard/contract/filter-words'
import { formatInstantSpan } from '@callboard/contract/format-time'
import { isNoneByOutcome } from '@callboard/contract/told-by-outcome'
import { useQuery } from '@tanstack/react-query'
import { Breadcrumb, Button, Drawer, type DrawerProps, Segmented } from 'antd'
import { Link } from 'react-router'
import type { z } from 'zod'
import classes from '#web/features/change-explanation/ChangeDrawer.module.css'
import { ExplainedValues, nameOf, type StepInto } from '#web/features/change-explanation/ExplainedValues.tsx'
import { explanationSearch, stepParams } from '#web/features/change-explanation/explanation-url.ts'
import {
  writeAmount,
  writeContribution,
  writeOwnChange,
} from '#web/features/change-explanation/explanation-words.ts'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { useAlertUrl } from '#web/lib/urls/alert-url.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import type { ExplanationAsked } from '#web/lib/reporting/explain-change.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import { Hint, Text } from '#web/ui/layout.tsx'

interface ChangeDrawerProps {
  run: Omit<ExplanationAsked, 'measure'>
  entityGroups: string[]
  onClose: () => void
}

/** What made a figure change: by each dimension the values that added most and took most away. The address says which. */
export function ChangeDrawer(props: ChangeDrawerProps) {
  const { state, problem, write } = useUrlState(explanationSearch)
  if (problem === undefined) return <OpenDrawer {...props} shown={state} write={write} />
  return (
    <WideDrawer title="Why it changed" onClose={props.onClose}>
      <UnreadableAddress problem={problem} />
    </WideDrawer>
  )
}

interface OpenDrawerProps extends ChangeDrawerProps {
  shown: z.output<typeof explanationSearch>
  write: WriteSearch
}

function OpenDrawer({ run, entityGroups, onClose, shown: { figure, into }, write }: OpenDrawerProps) {
  const query = useQuery({
    ...endpointQuery('report', explainChange, {
      body: {
        ...run,
        measure: figure.measure,
        within: [...figure.within, ...into],
        ...(figure.bucket !== undefined && { bucket: figure.bucket }),
        ...(figure.currency !== undefined && { currency: figure.currency }),
      },
    }),
    // The figures must not change while somebody reads them.
    refetchOnWindowFocus: false,
  })
  const attributes = useCallAttributes()
  const label = query.data?.column.label
  const stepTo = (steps: readonly Filter[]) => write(stepParams(steps), 'push')
  const nameStep = (filter: Filter) => {
    const labels = new Map(Object.entries(query.data?.labels[filter.field] ?? {}))
    return describeFilter(filter, { labels, timeZone: query.data?.meta.timeZone ?? 'UTC', attributes })
  }
  return (
    <WideDrawer
      title={label === undefined ? 'Why it changed' : `Why it changed: ${label}`}
      extra={
        into.length > 0 && (
          <Button
            type="text"
            icon={<ArrowLeftOutlined aria-hidden />}
            onClick={() => stepTo(into.slice(0, -1))}
          >
            Back
          </Button>
        )
      }
      onClose={onClose}
    >
      <Trail steps={into} nameStep={nameStep} onChange={stepTo} />
      <QueryState
        query={query}
        skeleton={<Skeleton rows={12} />}
        errorTitle="The change could not be explained"
      >
        {(explanation) => (
          <Explained
            explanation={explanation}
            entityGroups={entityGroups}
            onCurrency={(currency) => write({ whycurrency: currency }, 'push')}
            onStep={(filter) => stepTo([...into, filter])}
          />
        )}
      </QueryState>
    </WideDrawer>
  )
}

function WideDrawer(props: Pick<DrawerProps, 'title' | 'extra' | 'onClose' | 'children'>) {
  const isNarrow = useMediaQuery(narrowList)
  return <Drawer open size={isNarrow ? '100vw' : 'clamp(480px, 48vw, 760px)'} {...props} />
}

interface TrailProps {
  steps: readonly Filter[]
  nameStep: (step: Filter) => string
  onChange: (steps: readonly Filter[]) => void
}

function Trail({ steps, nameStep, onChange }: TrailProps) {
  if (steps.length === 0) return null
  const names = ['Whole figure', ...steps.map(nameStep)]
  return (
    <Breadcrumb
      aria-label="Drill-down path"
      style={{ marginBottom: 12 }}
      items={names.map((name, index) => ({
        key: `${index} ${name}`,
        title:
          index === steps.length ? (
            <span aria-current="step">{name}</span>
          ) : (
            <Button type="link" size="small" onClick={() => onChange(steps.slice(0, index))}>
              {name}
            </Button>
          ),
      }))}
    />
  )
}

interface ExplainedProps {
  explanation: ChangeExplanation
  entityGroups: string[]
  onCurrency: (currency: string) => void
  onStep: StepInto
}

function Explained({ explanation, entityGroups, onCurrency, onStep }: ExplainedProps) {
  const { column: changed, now, dimensions, currencies = [], currency, meta } = explanation
  const revealing = dimensions.filter(({ score, valueCount }) => valueCount > 1 && score > minScore)
  const others = dimensions.filter((dimension) => !revealing.includes(dimension))
  const shared = { explanation, entityGroups, onStep }
  const alertHref = useAlertUrl()?.({
    measure: changed.measure ?? 'calls',
    figure: now === null ? null : Number(now),
    meta,
    entityGroups,
  })
  return (
    <>
      <Text as="p" fontSize={16} fontWeight={600}>
        {sentence(explanation)}
      </Text>
      <Hint margin="4px 0 12px" fontSize={13}>
        {formatInstantSpan(meta.from, meta.to, meta.timeZone)}, compared with{' '}
        {describeEarlier({ current: meta, ...meta })}
      </Hint>
      {alertHref !== undefined && (
        <Hint margin="4px 0 12px" fontSize={13}>
          <Link to={alertHref}>Alert me…</Link>
        </Hint>
      )}
      {currencies.length > 1 && (
        <Segmented aria-label="Currency" options={currencies} value={currency ?? ''} onChange={onCurrency} />
      )}
      {changed.type === 'ratio' && revealing.length > 0 && (
        <Hint margin="4px 0 12px" fontSize={13}>
          <strong>Own figure</strong>: the value itself changed. <strong>Part of calls</strong>: its share of
          the calls changed.
        </Hint>
      )}
      {revealing.map((dimension) => (
        <ExplainedValues key={dimension.column.name} {...shared} dimension={dimension} />
      ))}
      {others.length > 0 && (
        <details className={classes.rest} open={revealing.length === 0}>
          <summary>Little effect: {others.map(({ column }) => column.label).join(', ')}</summary>
          {others.map((dimension) => (
            <ExplainedValues key={dimension.column.name} {...shared} dimension={dimension} />
          ))}
        </details>
      )}
    </>
  )
}

/** Below, everything moved alike, or many values moved a little. */
const minScore = 0.01

/** `Missed rose by 38 (▲ 11.9%), from 320 to 358. Location Dallas: +24.` */
function sentence(explanation: ChangeExplanation): string {
  const { column, now, earlier, change, dimensions } = explanation
  if (change === null) return `${column.label} has no figure in one of the two periods.`
  const amount = Number(change)
  const from = `from ${writeAmount(earlier, explanation)} to ${writeAmount(now, explanation)}`
  if (amount === 0) return `${column.label} is the same: ${writeAmount(now, explanation)}.`
  const verb = amount > 0 ? 'rose' : 'fell'
  const by = writeContribution(change, explanation).slice(1)
  const percent =
    column.change === 'percent' && Number(earlier) !== 0 ? ` (${writeOwnChange(explanation) ?? ''})` : ''
  const whole = `${column.label} ${verb} by ${by}${percent}, ${from}.`
  const first = dimensions.find(({ score, addsUp }) => addsUp && score > minScore)
  const largest = first?.values
    .filter(({ contribution }) => Number(contribution) * amount > 0)
    .filter((value) => !isNoneByOutcome(first.column.name, value, column.type === 'ratio'))
    .toSorted((one, other) => Math.abs(Number(other.contribution)) - Math.abs(Number(one.contribution)))[0]
  if (first === undefined || largest === undefined) return whole
  const name = nameOf(first, largest.value, explanation.labels)
  return `${whole} ${first.column.label} ${name}: ${writeContribution(largest.contribution, explanation)}.`
}
