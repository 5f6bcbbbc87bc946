import { changeUnit, operatorWords } from '@callboard/contract/condition-words'
import { measureLabel } from '@callboard/contract/measure-words'
import { type MeasureName, measureNames } from '@callboard/contract/measures'
import type { SubscriptionCondition } from '@callboard/contract/subscriptions'
import { Select } from 'antd'
import { hasChange } from '#web/features/subscriptions/subscription-words.ts'
import { defaultThreshold, isNumber, thresholdAfter } from '#web/lib/reporting/measure-words.ts'
import { Amount, ThresholdFields } from '#web/ui/fields/ThresholdFields.tsx'
import { Row } from '#web/ui/layout.tsx'

interface ConditionFieldsProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: SubscriptionCondition | null
  onChange?: (condition: SubscriptionCondition | null) => void
  /** Those of the report, which are offered first. */
  measures: readonly MeasureName[]
}

const kinds = [
  { value: 'always', label: 'Always send' },
  { value: 'hasRows', label: 'There are rows' },
  { value: 'measure', label: 'A figure is …' },
  { value: 'change', label: 'A figure changed by …' },
] as const
type Kind = (typeof kinds)[number]['value']

/** When a mail is sent at all. */
export function ConditionFields({ id, value = null, onChange, measures }: ConditionFieldsProps) {
  const kind = kindOf(value)
  return (
    <Row gap="8px 12px" align="center" wrap>
      <Select<Kind>
        {...(id !== undefined && { id })}
        style={{ flex: '0 1 260px' }}
        value={kind}
        options={[...kinds]}
        onChange={(chosen) => onChange?.(newCondition(chosen, measures))}
      />
      {value !== null && 'measure' in value && (
        <FigureFields condition={value} measures={measures} onChange={(changed) => onChange?.(changed)} />
      )}
    </Row>
  )
}

type FigureCondition = Extract<SubscriptionCondition, { measure: MeasureName }>

interface FigureFieldsProps {
  condition: FigureCondition
  measures: readonly MeasureName[]
  onChange: (condition: SubscriptionCondition) => void
}

function FigureFields({ condition, measures, onChange }: FigureFieldsProps) {
  const { measure } = condition
  const possible = measureNames.filter('op' in condition ? isNumber : hasChange)
  const groups = [
    {
      label: 'In this report',
      options: possible.filter((name) => measures.includes(name)).map(measureOption),
    },
    { label: 'Others', options: possible.filter((name) => !measures.includes(name)).map(measureOption) },
  ]
  return (
    <>
      <Select<MeasureName>
        aria-label="Figure"
        style={{ flex: '1 1 180px', maxWidth: 260 }}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={280}
        value={measure}
        options={groups.filter(({ options }) => options.length > 0)}
        onChange={(name) => onChange(withMeasure(condition, name))}
      />
      {'op' in condition ? (
        <ThresholdFields
          measure={measure}
          words={operatorWords}
          value={condition}
          onChange={(threshold) => onChange({ measure, ...threshold })}
        />
      ) : (
        <Amount
          label="Change"
          min={0.1}
          unit={`${changeUnit(measure)} or more, against the period before`}
          value={condition.changedByPercent}
          onChange={(changedByPercent) => onChange({ ...condition, changedByPercent })}
        />
      )}
    </>
  )
}

function withMeasure(condition: FigureCondition, measure: MeasureName): FigureCondition {
  if (!('op' in condition)) return { ...condition, measure }
  const { measure: before, ...threshold } = condition
  return { measure, ...thresholdAfter(threshold, { before, after: measure }) }
}

function kindOf(condition: SubscriptionCondition | null): Kind {
  if (condition === null) return 'always'
  if ('hasRows' in condition) return 'hasRows'
  return 'op' in condition ? 'measure' : 'change'
}

function newCondition(kind: Kind, ofReport: readonly MeasureName[]): SubscriptionCondition | null {
  const first = (isPossible: (name: MeasureName) => boolean) => ofReport.find(isPossible) ?? 'calls'
  switch (kind) {
    case 'always':
      return null
    case 'hasRows':
      return { hasRows: true }
    case 'measure': {
      const measure = first(isNumber)
      return { measure, ...defaultThreshold(measure) }
    }
    case 'change':
      return { measure: first(hasChange), changedByPercent: 20 }
  }
}

function measureOption(name: MeasureName) {
  return { value: name, label: measureLabel(name) }
}
