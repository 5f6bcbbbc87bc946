import { attributeField, declareAttribute } from '@callboard/contract/attribute-fields'
import type { CallAttribute } from '@callboard/contract/attributes'
import type { Filter, PartialCall } from '@callboard/contract/calls'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { attributeFacts } from '#web/features/calls/call/call-facts.tsx'
import { FilterChips } from '#web/features/calls/filters/FilterChips.tsx'
import { FilterEditor } from '#web/features/calls/filters/FilterEditor.tsx'
import { columnsOf, rowFieldsOf, withAttributes } from '#web/features/calls/list/columns.tsx'
import type { CallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { answerCalls } from '../../../test/answers.ts'
import { show } from '../../../test/show.tsx'

const customerId = '01990000-0000-7000-8000-0000000000a1'
const treatment: CallAttribute = {
  id: '01990000-0000-7000-8000-0000000000b1',
  customerId,
  customerName: 'Northside Dental',
  key: 'treatment',
  name: 'Treatment',
  label: 'Treatment (Northside Dental)',
  type: 'choice',
  choices: [
    { value: 'implant', label: 'Implant surgery' },
    { value: 'checkup', label: 'Check-up' },
  ],
}
const seats: CallAttribute = {
  ...treatment,
  id: '01990000-0000-7000-8000-0000000000b2',
  key: 'seats',
  name: 'Seats',
  label: 'Seats (Northside Dental)',
  type: 'number',
  choices: [],
}

const declared: CallAttributes = new Map(
  [treatment, seats].map((one) => {
    const name = attributeField(one.id)
    return [name, { ...declareAttribute(one), name, key: one.key, customerId, ownName: one.name }]
  }),
)
const [ofTreatment, ofSeats] = [attributeField(treatment.id), attributeField(seats.id)]

const id = '01990000-0000-7000-8000-000000000001'
const call: PartialCall = { id, customerId, attributes: { treatment: 'implant', seats: 10.125 } }
const other: PartialCall = { ...call, customerId: '01990000-0000-7000-8000-0000000000a2' }

describe('the attributes of a call', () => {
  it('are columns of the list, empty for calls of other customers', () => {
    const columns = columnsOf([ofTreatment, ofSeats], withAttributes(declared))
    expect(columns.map(({ title }) => title)).toEqual([treatment.label, seats.label])
    expect(rowFieldsOf(columns)).toEqual(expect.arrayContaining(['attributes', 'customerId']))
    const texts = (of: PartialCall) =>
      columns.map(({ render: cell }) => render(cell(of, 'UTC')).container.textContent)
    expect(texts(call)).toEqual(['Implant surgery', '10.125'])
    expect(texts(other)).toEqual(texts({ id, customerId }))
  })

  it('stand in the drawer by their own names, those of its customer alone', () => {
    expect(attributeFacts(call, declared)).toEqual([
      { label: 'Treatment', value: 'Implant surgery' },
      { label: 'Seats', value: '10.125' },
    ])
    expect(attributeFacts(other, declared)).toEqual([])
  })
})

describe('a filter by an attribute', () => {
  const answer = () => answerCalls({ 'GET /api/reporting/attributes': { body: [treatment, seats] } })

  it('is in words, with the names of attribute and value, and changed with its choices', async () => {
    answer()
    const onChange = vi.fn<(changes: { filters?: Filter[] }) => void>()
    const filters: Filter[] = [{ field: ofTreatment, op: 'eq', values: ['implant'] }]
    show(<FilterChips filters={filters} entityGroups={[]} timeZone="UTC" onChange={onChange} />)
    const words = 'Treatment (Northside Dental) is Implant surgery'
    await userEvent.click(await screen.findByText(words))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Check-up' }))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(onChange).toHaveBeenCalledWith({
      filters: [{ field: ofTreatment, op: 'in', values: ['implant', 'checkup'] }],
    })
  })

  it('is chosen beside the fields that all calls have', async () => {
    answer()
    const onApply = vi.fn<(filter: Filter) => void>()
    show(<FilterEditor onApply={onApply} onCancel={vi.fn<() => void>()} />)
    await userEvent.type(screen.getByRole('combobox', { name: 'Field' }), 'Seats')
    await userEvent.click(await screen.findByTitle(seats.label))
    await userEvent.type(await screen.findByRole('spinbutton', { name: 'Value' }), '3{Enter}')
    expect(onApply).toHaveBeenCalledWith({ field: ofSeats, op: 'eq', values: [3] })
  })
})
