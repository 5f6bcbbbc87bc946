import { measureUnit } from '@callboard/contract/measure-words'
import type { operatorWords } from '@callboard/contract/condition-words'
import type { MeasureName } from '@callboard/contract/measures'
import { conditionOperators } from '@callboard/contract/subscriptions'
import { findThresholdProblem } from '@callboard/contract/threshold'
import { type FormRule, InputNumber, Select } from 'antd'
import { Row } from '#web/ui/layout.tsx'

/** Over or under what a figure is, in the unit of its measure: shares from 0 to 1, durations in seconds. */
export interface Threshold {
  op: (typeof conditionOperators)[number]
  value: number
}

/** The rule of a threshold in a form, which may say itself what it is of; anything else that the item may have is right. */
export function thresholdRule(ofForm?: MeasureName): FormRule {
  return {
    validator: async (_, given: { value?: number; measure?: MeasureName } | null) => {
      await Promise.resolve()
      const { value = 0, measure = ofForm } = given ?? {}
      const problem = measure && findThresholdProblem(measure, value)
      if (problem !== undefined) throw new Error(problem)
    },
  }
}

interface ThresholdFieldsProps {
  measure: MeasureName
  /** What the comparisons are called. */
  words: Record<keyof typeof operatorWords, string>
  /** Given by a form, as are value and onChange. */
  id?: string
  value?: Threshold
  onChange?: (threshold: Threshold) => void
}

/** Enters a threshold as people write it: shares as percent. */
export function ThresholdFields({ measure, words, id, value: threshold, onChange }: ThresholdFieldsProps) {
  if (threshold === undefined) return null
  const { op, value } = threshold
  const unit = measureUnit(measure)
  const scale = unit === 'percent' ? 100 : 1
  return (
    <>
      <Select
        {...(id === undefined ? { 'aria-label': 'Comparison' } : { id })}
        style={{ flex: '0 0 124px' }}
        value={op}
        options={conditionOperators.map((one) => ({ value: one, label: words[one] }))}
        onChange={(chosen) => onChange?.({ op: chosen, value })}
      />
      <Amount
        label="Value"
        unit={unit === 'number' ? '' : unit}
        value={rounded(value * scale)}
        onChange={(entered) => onChange?.({ op, value: rounded(entered / scale) })}
      />
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

/** A number with its unit. */
export function Amount({ label, unit, min, value, onChange }: AmountProps) {
  return (
    <Row as="span" inline gap={8} align="center">
      <InputNumber
        aria-label={label}
        style={{ width: 104 }}
        {...(min !== undefined && { min })}
        value={value}
        onChange={(entered) => {
          if (entered !== null) onChange(entered)
        }}
      />
      {unit}
    </Row>
  )
}

/** Without what fractions of two leave behind. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
