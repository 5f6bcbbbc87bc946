import { operatorWords } from '@callboard/contract/condition-words'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Threshold, ThresholdFields } from '#web/ui/fields/ThresholdFields.tsx'

it.each([
  ['answerRate', 0.7, '70', '85', 0.85],
  ['missed', 5, '5', '12', 12],
] as const)(
  'a threshold is written in the unit of its measure: %s',
  (...[measure, value, shown, typed, entered]) => {
    const onChange = vi.fn<(threshold: Threshold) => void>()
    render(
      <ThresholdFields
        measure={measure}
        words={operatorWords}
        value={{ op: 'lt', value }}
        onChange={onChange}
      />,
    )
    const field = screen.getByLabelText<HTMLInputElement>('Value')
    expect(field.value).toBe(shown)
    fireEvent.change(field, { target: { value: typed } })
    expect(onChange).toHaveBeenLastCalledWith({ op: 'lt', value: entered })
  },
)
