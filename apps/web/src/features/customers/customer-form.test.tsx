import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { buildCustomer } from '../../../test/build-customer.ts'
import { portalSettings } from '../../../test/portal-settings.ts'
import { fill, findButton, openPage, press } from '../../../test/show.tsx'

const customer = buildCustomer()
const own = `/api/customer/${customer.id}`
const chosen = { redactedNumbers: 'all', redactsBirthDates: true } as const

beforeEach(() => localStorage.clear())

it('saves which spoken numbers are silenced, and has older recordings looked through by what is saved', async () => {
  let saved = customer
  const calls = answerCalls({
    [`GET ${own}`]: () => ({ body: saved }),
    [`PUT ${own}`]: () => ({ body: (saved = { ...customer, ...chosen, revision: 4 }) }),
    [`POST ${own}/redactrecordings`]: { status: 204 },
  })
  openPage(`/manage/customers/${customer.id}`)
  expect((await findButton('Redact again')).disabled).toBe(false)
  fireEvent.mouseDown(screen.getByLabelText('Spoken numbers that are silenced'))
  fireEvent.click(await screen.findByText('All numbers with three or more digits'))
  fireEvent.click(screen.getByLabelText('Silence dates of birth'))
  expect((await findButton('Redact again')).disabled).toBe(true)
  expect(screen.getByText(/^Save first/)).toBeTruthy()
  await press('Save')
  await expect.poll(() => changesOf(calls)).toHaveLength(1)
  expect(changesOf(calls)[0]).toMatchObject({ method: 'PUT', body: { ...chosen, redactsLicences: false } })
  await expect.poll(async () => (await findButton('Redact again')).disabled).toBe(false)
  await press('Redact again')
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/can be heard afterwards/)).toBeTruthy()
  fireEvent.click(question.getByText('Redact again', { selector: 'button span' }))
  await expect.poll(() => changesOf(calls).at(-1)?.path).toBe(`${own}/redactrecordings`)
})

it('says which days may be entered, and saves no others instead', async () => {
  const calls = answerCalls({ [`GET ${own}`]: { body: customer } })
  openPage(`/manage/customers/${customer.id}`)
  const days = await screen.findByLabelText('Calls kept for')
  fireEvent.change(days, { target: { value: '-5' } })
  fireEvent.blur(days)
  await press('Save')
  expect(await screen.findByText(/^Enter a number from 0 to [\d,]+\.$/)).toBeTruthy()
  expect(changesOf(calls)).toEqual([])
})

it('a new customer begins with the time zone of the portal', async () => {
  const body = { ...portalSettings, defaultTimeZone: 'America/Phoenix' }
  const calls = answerCalls({
    'GET /api/settings': { body },
    'POST /api/customer': { status: 201, body: customer },
  })
  openPage('/manage/customers/add')
  fill(await screen.findByLabelText('Name'), 'Harbor Dental')
  await press('Add Customer')
  await expect.poll(() => changesOf(calls)).toHaveLength(1)
  expect(changesOf(calls)[0]?.body).toMatchObject({ timeZone: 'America/Phoenix' })
})
