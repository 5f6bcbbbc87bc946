import type { SourceActivity, SourceSetting } from '@callboard/contract/sources'
import { screen, waitFor, within } from '@testing-library/react'
import { Button, Form } from 'antd'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
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

const setting = (name: string, more: Partial<SourceSetting> = {}): SourceSetting => ({
  name,
  type: 'text',
  label: name,
  description: '',
  ...more,
})

/** The settings in a form, which answers what it would send. */
function openSettings(settings: readonly SourceSetting[], initialValues: object, secretsSet: string[] = []) {
  const onFinish = vi.fn<(values: object) => void>()
  show(
    <Form name="source" initialValues={initialValues} onFinish={onFinish}>
      <SourceSettings settings={settings} secretsSet={secretsSet} />
      <Button htmlType="submit">Save</Button>
    </Form>,
  )
  return onFinish
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

it('a setting that is emptied is not sent, so that it has its default, and others stay', async () => {
  const settings = [
    setting('host', { default: 'localhost' }),
    setting('port', { type: 'number' }),
    setting('token', { type: 'secret' }),
  ]
  const onFinish = openSettings(settings, { settings: { host: 'pbx', port: 5038 } }, ['token'])
  expect([field('host').value, field('host').placeholder]).toEqual(['pbx', 'localhost'])
  expect([field('token').value, field('token').placeholder]).toEqual([
    '',
    'Set. Type a new value to replace it',
  ])
  const sent = async () => {
    onFinish.mockClear()
    await press('Save')
    await waitFor(() => expect(onFinish).toHaveBeenCalled())
    return z.object({ settings: z.unknown() }).parse(onFinish.mock.lastCall?.[0]).settings
  }
  fill(field('host'), '')
  expect(await sent()).toEqual({ port: 5038 })
  fill(field('host'), 'switch')
  expect(await sent()).toEqual({ host: 'switch', port: 5038 })
})

it('what is wrong with settings is said under them, and nothing is sent or changed', async () => {
  const settings = [
    setting('host', { type: 'host', label: 'Server' }),
    setting('port', { type: 'number', label: 'Port', min: 1, max: 65_535 }),
    setting('user', { label: 'User', requiredWith: 'host' }),
    setting('since', { type: 'day', label: 'Calls since' }),
    setting('key', { type: 'secret', form: { pattern: '^SK$', words: 'must be SK' }, label: 'Key' }),
  ]
  const onFinish = openSettings(settings, {})
  fill(field('Server'), 'http://bad host:99')
  fill(field('Port'), '99999')
  fill(field('Calls since'), '2026-02-31')
  fill(field('Key'), 'nope')
  await press('Save')
  for (const problem of [
    'Server must be a host name or an address.',
    'Enter a number from 1 to 65,535.',
    'User is missing: Server needs it.',
    'Calls since must be a day such as 2026-01-31.',
    'Key must be SK.',
  ])
    expect(await screen.findByText(problem)).toBeTruthy()
  expect(field('Port').value).toBe('99999')
  expect(onFinish).not.toHaveBeenCalled()
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
