import type { Customer } from '@callboard/contract/customers'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'
import { CurrentUserContext } from '#web/lib/current-user.ts'
import { CustomerPage } from '#web/pages/manage/CustomerPage.tsx'
import { answerCalls, type Sent } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'

const customer: Customer = {
  id: '01990000-0000-7000-8000-0000000000a1',
  name: 'Northside Dental',
  code: 'northside',
  legacyReportingCid: null,
  timeZone: 'America/New_York',
  currency: 'USD',
  country: 'US',
  isActive: true,
  keepCallsDays: null,
  keepRecordingsDays: null,
  keepLogsDays: null,
  requiresSpeechCheck: false,
  redactsForGood: false,
  usesSpeechToText: true,
  redactedNumbers: 'sensitive',
  redactsBirthDates: false,
  redactsLicences: false,
  revision: 3,
}
const own = `/api/customer/${customer.id}`
const chosen = { redactedNumbers: 'all', redactsBirthDates: true } as const

beforeEach(() => localStorage.clear())

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '/manage/customers/:id', element: <CustomerPage /> }], {
    initialEntries: [`/manage/customers/${customer.id}`],
  })
  render(
    <QueryClientProvider client={client}>
      <CurrentUserContext value={buildSession({ isAdmin: true })}>
        <ThemeProvider>
          <RouterProvider router={router} />
        </ThemeProvider>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

async function buttonOf(label: string): Promise<HTMLButtonElement | null> {
  return (await screen.findByText(label, { selector: 'button span' })).closest('button')
}

const written = (calls: readonly Sent[]) => calls.filter(({ method }) => method !== 'GET')

it('saves which spoken numbers are silenced, and has older recordings looked through by what is saved', async () => {
  let saved = customer
  const calls = answerCalls({
    [`GET ${own}`]: () => ({ body: saved }),
    [`PUT ${own}`]: () => ({ body: (saved = { ...customer, ...chosen, revision: 4 }) }),
    [`POST ${own}/redactrecordings`]: { status: 204 },
  })
  show()
  expect((await buttonOf('Look through again'))?.disabled).toBe(false)
  fireEvent.mouseDown(screen.getByLabelText('Spoken numbers that are silenced'))
  fireEvent.click(await screen.findByText('All numbers of three digits and more'))
  fireEvent.click(screen.getByLabelText('Silence dates of birth'))
  expect((await buttonOf('Look through again'))?.disabled).toBe(true)
  expect(screen.getByText(/^Save first/)).toBeTruthy()
  fireEvent.click((await buttonOf('Save')) ?? document.body)
  await expect.poll(() => written(calls)).toHaveLength(1)
  expect(written(calls)[0]).toMatchObject({ method: 'PUT', body: { ...chosen, redactsLicences: false } })
  await expect.poll(async () => (await buttonOf('Look through again'))?.disabled).toBe(false)
  fireEvent.click((await buttonOf('Look through again')) ?? document.body)
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/can be heard afterwards/)).toBeTruthy()
  fireEvent.click(question.getByText('Look through again', { selector: 'button span' }))
  await expect.poll(() => written(calls).at(-1)?.path).toBe(`${own}/redactrecordings`)
})
