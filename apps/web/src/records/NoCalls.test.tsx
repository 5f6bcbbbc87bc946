import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NoCalls } from '#web/records/NoCalls.tsx'
import { answerCalls } from '../../test/answers.ts'
import { buildSession } from '../../test/build-session.ts'
import { show } from '../../test/show.tsx'

const callsAt = (...starts: string[]) =>
  answerCalls({
    'POST /api/reporting/calldetails': {
      body: {
        items: starts.map((startedAt) => ({ id: '01990000-0000-7000-8000-0000000000c1', startedAt })),
        nextCursor: null,
        total: null,
      },
    },
  })

const addressesOf = (links: readonly HTMLElement[]) => links.map((link) => link.getAttribute('href'))

it('leads to the days up to the newest call, in the zone of the page, and keeps what else its address says', async () => {
  callsAt('2026-02-01T02:00:00.000Z')
  show(<NoCalls timeZone="America/New_York" />, { address: '/dashboard?period=today&group=a' })
  expect(await screen.findByText(/The newest call came on Jan 31, 2026\./)).toBeTruthy()
  expect(addressesOf(screen.getAllByRole('link'))).toEqual([
    '/dashboard?group=a&from=2026-01-02&to=2026-02-01',
  ])
})

it('leads an administrator to what brings the first calls where there are none', async () => {
  callsAt()
  show(<NoCalls timeZone="UTC" />, { user: buildSession({ isAdmin: true }) })
  expect(addressesOf(await screen.findAllByRole('link'))).toEqual([
    '/manage/customers/add',
    '/manage/sources/add',
  ])
})

it('says whom to ask to everybody else', async () => {
  callsAt()
  show(<NoCalls timeZone="UTC" />, { user: buildSession({ isAdmin: false }) })
  expect(await screen.findByText(/ask an administrator/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
