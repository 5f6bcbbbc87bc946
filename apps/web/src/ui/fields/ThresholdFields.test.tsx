import { operatorWords } from '@callboard/contract/condition-words'
import type { MeasureName } from '@callboard/contract/measures'
import { fireEvent, render, screen } from '@testing-library/react'
import { Button, Form } from 'antd'
import { expect, it, vi } from 'vitest'
import { type Threshold, ThresholdFields, thresholdRule } from '#web/ui/fields/ThresholdFields.tsx'

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

it.each([
  ['answerRate', 1.5, 'Enter a percentage from 0 to 100.'],
  ['missed', -5, 'Enter 0 or more.'],
] as const satisfies readonly (readonly [MeasureName, number, string])[])(
  'a threshold that a figure is always on one side of is refused: %s',
  async (...[measure, value, problem]) => {
    render(
      <Form initialValues={{ threshold: { op: 'gt', value } }}>
        <Form.Item name="threshold" label="Threshold" rules={[thresholdRule(measure)]}>
          <ThresholdFields measure={measure} words={operatorWords} />
        </Form.Item>
        <Button htmlType="submit">Save</Button>
      </Form>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(problem)).toBeTruthy()
  },
)
