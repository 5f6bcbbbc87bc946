import { type MeasureName, measureNames } from '@callboard/contract/measures'
import { conditionOperators, type SubscriptionCondition } from '@callboard/contract/subscriptions'
import { InputNumber, Select } from 'antd'
import {
  changeUnit,
  hasChange,
  isNumber,
  measureLabel,
  measureUnit,
  operatorWords,
} from '#web/features/subscriptions/subscription-words.ts'
import classes from '#web/features/subscriptions/subscriptions.module.css'

interface ConditionFieldsProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: SubscriptionCondition | null
  onChange?: (condition: SubscriptionCondition | null) => void
  /** Those of the report, which are offered first. */
  measures: readonly MeasureName[]
}

const kinds = [
  { value: 'always', label: 'Always' },
  { value: 'hasRows', label: 'Only when there are rows' },
  { value: 'measure', label: 'Only when a figure is …' },
  { value: 'change', label: 'Only when a figure changed by …' },
] as const
type Kind = (typeof kinds)[number]['value']

/** When a mail is sent at all. */
export function ConditionFields({ id, value = null, onChange, measures }: ConditionFieldsProps) {
  const kind = kindOf(value)
  return (
    <div className={classes.line}>
      <Select<Kind>
        {...(id !== undefined && { id })}
        className={classes.condition}
        value={kind}
        options={[...kinds]}
        onChange={(chosen) => onChange?.(newCondition(chosen, measures))}
      />
      {value !== null && 'measure' in value && (
        <FigureFields condition={value} measures={measures} onChange={(changed) => onChange?.(changed)} />
      )}
    </div>
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
        className={classes.figure}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={280}
        value={measure}
        options={groups.filter(({ options }) => options.length > 0)}
        onChange={(name) => onChange({ ...condition, measure: name })}
      />
      {'op' in condition ? (
        <>
          <Select
            aria-label="Comparison"
            className={classes.operator}
            value={condition.op}
            options={conditionOperators.map((op) => ({ value: op, label: operatorWords[op] }))}
            onChange={(op) => onChange({ ...condition, op })}
          />
          <Amount
            label="Value"
            unit={valueUnit(measure)}
            value={measureUnit(measure) === 'percent' ? rounded(condition.value * 100) : condition.value}
            onChange={(entered) =>
              onChange({
                ...condition,
                value: measureUnit(measure) === 'percent' ? rounded(entered / 100) : entered,
              })
            }
          />
        </>
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

interface AmountProps {
  label: string
  unit: string
  min?: number
  value: number
  onChange: (value: number) => void
}

function Amount({ label, unit, min, value, onChange }: AmountProps) {
  return (
    <span className={classes.together}>
      <InputNumber
        aria-label={label}
        className={classes.amount ?? ''}
        {...(min !== undefined && { min })}
        value={value}
        onChange={(entered) => {
          if (entered !== null) onChange(entered)
        }}
      />
      {unit}
    </span>
  )
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
    case 'measure':
      return { measure: first(isNumber), op: 'gt', value: 0 }
    case 'change':
      return { measure: first(hasChange), changedByPercent: 20 }
  }
}

function measureOption(name: MeasureName) {
  return { value: name, label: measureLabel(name) }
}

function valueUnit(measure: MeasureName): string {
  const unit = measureUnit(measure)
  return unit === 'number' ? '' : unit
}

/** Without what fractions of two leave behind. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
