import type { SourceActivity, SourceSetting } from '@callboard/contract/sources'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { activitySummary } from '#web/features/sources/activity-chart.ts'
import { SourceActivityPanels } from '#web/features/sources/SourceActivityPanels.tsx'
import { SourceSettings } from '#web/features/sources/SourceSettings.tsx'
import { TestSource } from '#web/features/sources/TestSource.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { buildSource } from '../../../test/import-portal.ts'
import { fill, press, show } from '../../../test/show.tsx'

const source = buildSource()
const activity: SourceActivity = {
  lastReceivedAt: null,
  lastCallAt: null,
  days: [],
  problem: null,
  silence: null,
  addresses: [],
  waiting: 0,
  fetching: null,
  connection: null,
}

it('a setting that is emptied is not sent, so that it has its default, and others stay', () => {
  const setting = (name: string, more: Partial<SourceSetting>): SourceSetting => ({
    name,
    type: 'text',
    label: name,
    description: '',
    ...more,
  })
  const onChange = vi.fn<(values: object) => void>()
  const settings = [setting('host', { default: 'localhost' }), setting('token', { type: 'secret' })]
  show(
    <SourceSettings
      settings={settings}
      secretsSet={['token']}
      value={{ host: 'pbx', port: 5038 }}
      onChange={onChange}
    />,
  )
  const host = screen.getByLabelText<HTMLInputElement>('host')
  expect([host.value, host.placeholder]).toEqual(['pbx', 'localhost'])
  fill(host, '')
  expect(onChange).toHaveBeenLastCalledWith({ port: 5038 })
  fill(host, 'switch')
  expect(onChange).toHaveBeenLastCalledWith({ host: 'switch', port: 5038 })
  const token = screen.getByLabelText<HTMLInputElement>('token')
  expect([token.value, token.placeholder]).toEqual(['', 'Set. Type a new value to replace it'])
})

it('a test says of each thing whether it is fine', async () => {
  const checks = [
    { isFine: true, text: 'The folder can be read.' },
    { isFine: false, text: 'No file has come.' },
  ]
  answerCalls({ [`POST /api/source/${source.id}/test`]: { body: { checks } } })
  show(<TestSource source={source} />)
  await press('Test')
  const dialog = within(await screen.findByRole('dialog', { name: 'Test of March calls' }))
  const [fine, wrong] = dialog.getAllByRole('listitem')
  expect(within(fine ?? document.body).getByLabelText('Fine')).toBeTruthy()
  expect(within(wrong ?? document.body).getByLabelText('To be mended')).toBeTruthy()
})

it('says what went wrong, that it is silent, and what its system has to post to', async () => {
  const url = 'https://calls.example.com/api/source/x'
  const shown: SourceActivity = {
    ...activity,
    problem: { message: 'The folder cannot be read.', at: '2026-11-02T15:04:05.000Z' },
    silence: 'Nothing has come for three days.',
    addresses: [{ label: 'Status callback', url }],
    connection: { state: 'waiting', since: null },
  }
  answerCalls({ [`GET /api/source/${source.id}/activity`]: { body: shown } })
  show(<SourceActivityPanels id={source.id} />)
  expect(await screen.findByText('The folder cannot be read.')).toBeTruthy()
  expect(screen.getByText('Nothing has come for three days.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Status callback').value).toBe(url)
  expect(screen.getByText('Not connected')).toBeTruthy()
  expect(screen.getByText('Nothing has come from this source in the last 30 days.')).toBeTruthy()
})

it('sums its days up in a sentence', () => {
  const day = { day: '2026-11-02', created: 1200, updated: 3, unchanged: 0, rejected: 1 }
  expect(activitySummary({ ...activity, days: [day, { ...day, day: '2026-11-03' }] })).toBe(
    'In 2 days: 2,400 new calls, 6 updated, 0 unchanged, 2 rejected.',
  )
})
