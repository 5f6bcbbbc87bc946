import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, type Sent } from '../../../test/answers.ts'
import { buildEntity } from '../../../test/build-entity.ts'
import { openPage, press } from '../../../test/show.tsx'

const loop = buildEntity()
const other = buildEntity({
  id: '01990000-0000-7000-8000-0000000000f2',
  code: 'the-loop',
  name: 'The Loop',
})
const own = `/api/reportingentity/entity/${loop.id}`
const example = {
  id: '01990000-0000-7000-8000-0000000000f4',
  number: '+18005550100',
  startedAt: '2026-06-01T15:00:00.000Z',
}

beforeEach(() => localStorage.clear())

function answer(entity: object): Sent[] {
  return answerCalls({
    [`GET ${own}`]: { body: entity },
    [`GET /api/reportingentity/entity/${other.id}`]: { body: other },
    'POST /api/reportingentity/entity/search': {
      body: { items: [loop, other], total: 2, page: 1, pageSize: 20 },
    },
    [`POST ${own}/merge`]: { body: { calls: 1, examples: [example] } },
    [`POST ${own}/separate`]: { body: loop },
  })
}

it('an entity is merged into another one of its type and customer, once it is said which calls that changes', async () => {
  const calls = answer(loop)
  openPage(`/manage/entities/location/${loop.id}`)
  await press('Merge…')
  const dialog = await screen.findByRole('dialog', { name: 'Merge Loop' })
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'Into' }))
  fireEvent.click(await screen.findByText('The Loop (the-loop)'))
  await within(dialog).findByText('1 earlier call changes, the newest of them:')
  within(dialog).getByText('(800) 555-0100')
  await press('Merge')
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.startsWith(`${own}/merge`)).map(({ body }) => body)).toEqual([
      { intoId: other.id },
      { intoId: other.id },
    ]),
  )
  expect(calls.find(({ path }) => path.endsWith('/search'))?.body).toMatchObject({
    type: 'location',
    customerId: loop.customerId,
  })
})

it('one that is merged leads to the other, and is separated after a question', async () => {
  const calls = answer({ ...loop, mergedIntoId: other.id, mergedIntoName: other.name, isActive: false })
  openPage(`/manage/entities/location/${loop.id}`)
  const link = await screen.findByRole('link', { name: 'The Loop' })
  expect(link.getAttribute('href')).toBe(`/manage/entities/location/${other.id}`)
  await press('Separate')
  const question = await screen.findByRole('dialog', { name: 'Separate Loop?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Separate' }))
  await waitFor(() => expect(calls.some(({ path }) => path === `${own}/separate`)).toBe(true))
})
