import { callProblems } from '@callboard/contract/call-problems'
import { getOverview, type Overview } from '@callboard/contract/overview'
import { countedAs, ofEachCounted } from '@callboard/contract/record-counts'
import { managedTypes } from '@callboard/contract/record-types'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls } from '../../test/answers.ts'
import { openPage } from '../../test/show.tsx'

/** All is well. */
const overview: Overview = {
  users: { active: 1, neverSignedIn: 0, signedInToday: 1 },
  ...ofEachCounted(0),
  failedImports: 0,
  failedDeliveries: 0,
  mails: { waiting: 0, failed: 0 },
  stoppedAddresses: 0,
  bounceMailbox: null,
  failedJobs: [],
  recalculation: null,
  unusualListening: [],
  waitingRecordings: null,
  damagedRecordings: { count: 0, items: [] },
  damagedCalls: [],
  callWriter: null,
  callProblems: [],
  unattributed: null,
  silentNumbers: null,
  quarantined: 0,
  quarantineDropped: 0,
}

it('says what is wrong with the store of calls, and what was until lately', async () => {
  const since = '2026-03-01T10:00:00.000Z'
  const told = [
    { kind: 'full', description: callProblems.full, since, until: null },
    { kind: 'damaged', description: callProblems.damaged, since, until: '2026-03-01T10:05:00.000Z' },
  ] as const
  answerCalls({ [`GET ${getOverview.path}`]: { body: { ...overview, callProblems: told } } })
  openPage('/manage')
  expect(await screen.findByText(callProblems.full)).toBeDefined()
  expect(screen.getByText(`Resolved: ${callProblems.damaged}`)).toBeDefined()
})

it('says of each type of record that is counted how many there are', async () => {
  answerCalls({ [`GET ${getOverview.path}`]: { body: { ...overview, ...ofEachCounted(4712) } } })
  openPage('/manage')
  expect(await screen.findByRole('link', { name: /^Roles\s*4,712/ })).toBeDefined()
  const counted = managedTypes.filter((type) => countedAs(type) !== undefined)
  expect(screen.getAllByText('4,712')).toHaveLength(counted.length)
})

it('leads to the numbers that stand for nothing although calls come by them', async () => {
  const unattributed = { numbers: 2, calls: 14 }
  answerCalls({ [`GET ${getOverview.path}`]: { body: { ...overview, unattributed } } })
  openPage('/manage')
  await screen.findByText('14 calls of the last 30 days came by 2 numbers that stand for nothing', {
    exact: false,
  })
  const link = screen.getByRole('link', { name: 'say what they stand for' })
  expect(link.getAttribute('href')).toBe('/manage/numbers?standsFor=nothing')
})

it('leads to the numbers that stand for something and are not called', async () => {
  const silentNumbers = { numbers: 3, days: 30 }
  answerCalls({ [`GET ${getOverview.path}`]: { body: { ...overview, silentNumbers } } })
  openPage('/manage')
  await screen.findByText('3 numbers that stand for something have had no call for 30 days', { exact: false })
  expect(screen.getByRole('link', { name: 'see which' }).getAttribute('href')).toBe(
    '/manage/numbers?standsFor=silent',
  )
})
