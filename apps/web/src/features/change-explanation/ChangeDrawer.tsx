import { type ChangeExplanation, explainChange } from '@callboard/contract/change-explanation'
import type { Filter } from '@callboard/contract/calls'
import { formatInstantSpan } from '@callboard/contract/format-time'
import { useQuery } from '@tanstack/react-query'
import { Breadcrumb, Button, Drawer, Segmented } from 'antd'
import { useState } from 'react'
import classes from '#web/features/change-explanation/ChangeDrawer.module.css'
import { ExplainedValues, nameOf, type StepInto } from '#web/features/change-explanation/ExplainedValues.tsx'
import {
  writeAmount,
  writeContribution,
  writeOwnChange,
} from '#web/features/change-explanation/explanation-words.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import type { ChangedFigure, ExplanationAsked } from '#web/lib/explain-change.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { QueryState } from '#web/ui/QueryState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface ChangeDrawerProps {
  run: Omit<ExplanationAsked, 'measure'>
  figure: ChangedFigure
  entityGroups: string[]
  onClose: () => void
}

interface Step {
  filter: Filter
  name: string
}

/** What made a figure change: by each dimension the values that added most and took most away. */
export function ChangeDrawer({ run, figure, entityGroups, onClose }: ChangeDrawerProps) {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [currency, setCurrency] = useState(figure.currency)
  const within = [...figure.within, ...steps.map(({ filter }) => filter)]
  const query = useQuery({
    ...endpointQuery('report', explainChange, {
      body: {
        ...run,
        measure: figure.measure,
        within,
        ...(figure.bucket !== undefined && { bucket: figure.bucket }),
        ...(currency !== undefined && { currency }),
      },
    }),
    // The figures must not change while somebody reads them.
    refetchOnWindowFocus: false,
  })
  const isNarrow = useMediaQuery(narrowList)
  const label = query.data?.column.label
  return (
    <Drawer
      open
      title={label === undefined ? 'Why it changed' : `Why it changed: ${label}`}
      size={isNarrow ? '100vw' : 'clamp(480px, 48vw, 760px)'}
      onClose={onClose}
    >
      <Trail steps={steps} onChange={setSteps} />
      <QueryState
        query={query}
        skeleton={<Skeleton rows={12} />}
        errorTitle="The change could not be explained"
      >
        {(explanation) => (
          <Explained
            explanation={explanation}
            entityGroups={entityGroups}
            onCurrency={setCurrency}
            onStep={(filter, name) => setSteps([...steps, { filter, name }])}
          />
        )}
      </QueryState>
    </Drawer>
  )
}

function Trail({ steps, onChange }: { steps: readonly Step[]; onChange: (steps: readonly Step[]) => void }) {
  if (steps.length === 0) return null
  const names = ['Whole figure', ...steps.map(({ name }) => name)]
  return (
    <Breadcrumb
      aria-label="Way into the change"
      className={classes.trail}
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
  const { dimensions, currencies = [], currency, meta } = explanation
  const telling = dimensions.filter(({ score, valueCount }) => valueCount > 1 && score > leastScore)
  const others = dimensions.filter((dimension) => !telling.includes(dimension))
  const shared = { explanation, entityGroups, onStep }
  return (
    <>
      <p className={classes.sentence}>{sentence(explanation)}</p>
      <p className={classes.periods}>
        {formatInstantSpan(meta.from, meta.to, meta.timeZone)}, compared with{' '}
        {formatInstantSpan(meta.earlier.from, meta.earlier.to, meta.timeZone)}
      </p>
      {currencies.length > 1 && (
        <Segmented aria-label="Currency" options={currencies} value={currency ?? ''} onChange={onCurrency} />
      )}
      {explanation.column.type === 'ratio' && telling.length > 0 && (
        <p className={classes.note}>
          <strong>Own figure</strong>: it changed itself. <strong>Part of calls</strong>: it had more or fewer
          of them.
        </p>
      )}
      {telling.map((dimension) => (
        <ExplainedValues key={dimension.column.name} {...shared} dimension={dimension} />
      ))}
      {others.length > 0 && (
        <details className={classes.rest} open={telling.length === 0}>
          <summary>Tells little: {others.map(({ column }) => column.label).join(', ')}</summary>
          {others.map((dimension) => (
            <ExplainedValues key={dimension.column.name} {...shared} dimension={dimension} />
          ))}
        </details>
      )}
    </>
  )
}

/** Below, everything moved alike, or many values moved a little. */
const leastScore = 0.01

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
  const first = dimensions.find(({ score, addsUp }) => addsUp && score > leastScore)
  const most = first?.values
    .filter(({ contribution }) => Number(contribution) * amount > 0)
    .toSorted((one, other) => Math.abs(Number(other.contribution)) - Math.abs(Number(one.contribution)))[0]
  if (first === undefined || most === undefined) return whole
  const name = nameOf(first, most.value, explanation.labels)
  return `${whole} ${first.column.label} ${name}: ${writeContribution(most.contribution, explanation)}.`
}
