import { callProblems } from '@callboard/contract/call-problems'
import { exampleIds } from '@callboard/contract/examples'
import { getHealthChecks, type HealthState } from '@callboard/contract/health'
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
  const problems = [
    { kind: 'full', description: callProblems.full, since, until: null },
    { kind: 'damaged', description: callProblems.damaged, since, until: '2026-03-01T10:05:00.000Z' },
  ] as const
  answerCalls({ [`GET ${getOverview.path}`]: { body: { ...overview, callProblems: problems } } })
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

it.each<[said: string, states: HealthState[]]>([
  ['All well', ['ok', 'ok']],
  ['2 problems', ['ok', 'problem', 'problem']],
  ['1 problem, 1 part that needs attention', ['notice', 'ok', 'problem']],
])('says of the health of the portal: %s', async (said, states) => {
  const checks = states.map((state, place) => ({
    key: `part${place}`,
    title: 'Part',
    state,
    message: 'Answers.',
    action: null,
    page: null,
  }))
  const about = { version: '1.0.0', commit: null, nodeVersion: 'v24', timeZoneData: '2026c' }
  const health = { ...about, startedAt: '2026-03-01T10:00:00.000Z', checks }
  answerCalls({
    [`GET ${getOverview.path}`]: { body: overview },
    [`GET ${getHealthChecks.path}`]: { body: health },
  })
  openPage('/manage')
  const tile = await screen.findByRole('link', { name: `Health ${said}` })
  expect(tile.getAttribute('href')).toBe('/manage/health')
})

it('shows the other tiles although the health cannot be asked', async () => {
  answerCalls({ [`GET ${getOverview.path}`]: { body: overview } })
  openPage('/manage')
  expect(await screen.findByRole('link', { name: 'Health How each part of the portal does' })).toBeDefined()
  expect(screen.getByRole('link', { name: /^Outbox/ })).toBeDefined()
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

it('warns of each part that needs attention, what was found wrong first', async () => {
  const since = '2026-03-01T10:00:00.000Z'
  const body: Overview = {
    ...overview,
    damagedCalls: [{ kind: 'relations', count: 2 }],
    callProblems: [{ kind: 'full', description: callProblems.full, since, until: null }],
    damagedRecordings: {
      count: 1,
      items: [{ id: exampleIds.recording, callStartedAt: since, damage: 'is missing' }],
    },
    failedDeliveries: 1,
    mails: { waiting: 0, failed: 2 },
    failedImports: 1,
    quarantined: 1,
    quarantineDropped: 3,
    unattributed: { numbers: 1, calls: 1 },
    silentNumbers: { numbers: 1, days: 7 },
    failedJobs: [{ name: 'vacuum-tables', count: 4 }],
    stoppedAddresses: 2,
    bounceMailbox: { error: 'wrong password', since },
    callWriter: { isThisProcess: false, name: null },
    unusualListening: [{ userName: 'ada', fullName: 'Ada Byron', originals: 90 }],
    recalculation: { callsDone: 1, callsTotal: 2 },
    waitingRecordings: { count: 2, why: 'the storage is away.' },
  }
  answerCalls({ [`GET ${getOverview.path}`]: { body } })
  openPage('/manage')
  await screen.findByText(callProblems.full)
  const said = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  const expected = [
    'Stored calls are inconsistent: reports may be wrong',
    callProblems.full,
    'A file of a recording is damaged or missing',
    '1 delivery of a report failed or may not have arrived',
    '2 emails failed or may not have arrived',
    '1 import failed within a day',
    '1 rejected call is in quarantine: see why, correct and retry3 more were rejected and not kept',
    '1 call of the last 30 days came by a number that stands for nothing',
    'A number that stands for something has had no call for 7 days',
    'The job vacuum-tables failed 4 times',
    'Emails to 2 addresses are stopped',
    'The bounce mailbox cannot be read: wrong password',
    'No process can write calls right now',
    'Ada Byron played 90 original recordings within an hour',
    '2 recordings wait to be examined: the storage is away.',
    'Recalculating which missed calls were returned',
  ]
  expect(expected.map((text, at) => said[at]?.slice(0, text.length))).toEqual(expected)
})
