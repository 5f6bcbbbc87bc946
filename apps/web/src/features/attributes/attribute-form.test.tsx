import type { Attribute } from '@callboard/contract/attributes'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { buildCustomer } from '../../../test/build-customer.ts'
import { fill, openPage, press } from '../../../test/show.tsx'

const customer = buildCustomer()
const attribute: Attribute = {
  id: '01990000-0000-7000-8000-0000000000d1',
  customerId: customer.id,
  customerName: customer.name,
  key: 'treatment',
  name: 'Treatment',
  type: 'choice',
  choices: [{ value: 'implant', label: 'Implant' }],
  isActive: true,
  revision: 1,
}
const own = `/api/attribute/${attribute.id}`

beforeEach(() => localStorage.clear())

function answer() {
  return answerCalls({
    'POST /api/customer/search': { body: { items: [customer], total: 1, page: 1, pageSize: 20 } },
    'POST /api/attribute': { status: 201, body: attribute },
    [`GET ${own}`]: { body: attribute },
    [`PUT ${own}`]: { body: { ...attribute, revision: 2 } },
  })
}

it('a choice without a name is called what its value is', async () => {
  const calls = answer()
  openPage(`/manage/attributes/${attribute.id}`)
  await press('Add choice')
  fill(await screen.findByLabelText('Value of choice 2'), 'braces')
  await press('Save')
  await expect.poll(() => changesOf(calls)).toHaveLength(1)
  expect(changesOf(calls)[0]?.body).toMatchObject({
    choices: [
      { value: 'implant', label: 'Implant' },
      { value: 'braces', label: 'braces' },
    ],
    revision: 1,
  })
})

it('a value that is used twice is not saved', async () => {
  const calls = answer()
  openPage(`/manage/attributes/${attribute.id}`)
  await press('Add choice')
  fill(await screen.findByLabelText('Value of choice 2'), ' implant ')
  await press('Save')
  expect((await screen.findAllByText('This value is used twice.')).length).toBeGreaterThan(0)
  expect(changesOf(calls)).toEqual([])
})

it('what sources call it, whose it is and its type cannot be changed later', async () => {
  answer()
  openPage(`/manage/attributes/${attribute.id}`)
  expect((await screen.findByLabelText<HTMLInputElement>('Key')).disabled).toBe(true)
  for (const name of ['Customer', 'Type'])
    expect(screen.getByLabelText<HTMLInputElement>(name).readOnly).toBe(true)
})

it('a new one has choices only where its type is one of choices', async () => {
  const calls = answer()
  openPage('/manage/attributes/add')
  fill(await screen.findByLabelText('Name'), 'Treatment')
  fill(screen.getByLabelText('Key'), 'Treatment')
  fireEvent.mouseDown(screen.getByLabelText('Customer'))
  fireEvent.click(await screen.findByTitle(customer.name))
  expect(screen.queryByText('Add choice')).toBeNull()
  await press('Add Attribute')
  expect(await screen.findByText(/^Begin with a small letter/)).toBeTruthy()
  fill(screen.getByLabelText('Key'), 'treatment')
  await press('Add Attribute')
  await expect
    .poll(() => changesOf(calls).find(({ path }) => path === '/api/attribute')?.body)
    .toEqual({
      name: 'Treatment',
      key: 'treatment',
      customerId: customer.id,
      type: 'text',
      choices: [],
      isActive: true,
    })
})
