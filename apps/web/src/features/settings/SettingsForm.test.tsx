import type { Setting } from '@callboard/contract/settings'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { SettingsForm } from '#web/features/settings/SettingsForm.tsx'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { fill, press, show } from '../../../test/show.tsx'

const setting = (key: string, more: Partial<Setting>): Setting => ({
  id: `01990000-0000-7000-8000-00000000000${key.length % 10}`,
  key,
  type: 'text',
  group: 'Mail',
  label: key,
  description: 'What it is.',
  value: null,
  default: null,
  isSecret: false,
  isDefault: true,
  revision: 0,
  ...more,
})

const name = setting('name', { value: 'Ring', default: 'Bell', isDefault: false, revision: 3 })
const server = setting('server', { type: 'secret', isSecret: true, isDefault: false, revision: 2 })

function open(...settings: Setting[]) {
  const calls = answerCalls({ 'PUT /api/settings': { body: { items: [] } } })
  show(<SettingsForm settings={settings} shown={new Set(settings.map(({ key }) => key))} />, {
    address: '/manage/settings',
  })
  return () => changesOf(calls).map(({ method, path, body }) => ({ method, path, body }))
}

beforeEach(() => localStorage.clear())

it('a default is restored when the form is saved, with what else was changed, and not before', async () => {
  const sent = open(name, server)
  screen.getByLabelText('Restore default of name').click()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Bell'))
  screen.getByLabelText('Restore default of server').click()
  await screen.findByText('The saved value is removed when you save.')
  expect(sent()).toEqual([])
  await press('Save')
  await screen.findByText('Saved.')
  const { id, revision } = name
  const items = [
    { id, isDefault: true, revision },
    { id: server.id, isDefault: true, revision: server.revision },
  ]
  expect(sent()).toEqual([{ method: 'PUT', path: '/api/settings', body: { items } }])
})

it('a secret whose default is to be restored can be kept, and one that is typed replaces it', async () => {
  const sent = open(server)
  screen.getByLabelText('Restore default of server').click()
  ;(await screen.findByLabelText('Keep server')).click()
  await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
  screen.getByLabelText('Restore default of server').click()
  fill(screen.getByLabelText('server'), 'smtp://mail.example.com')
  await press('Save')
  await screen.findByText('Saved.')
  const items = [{ id: server.id, value: 'smtp://mail.example.com', revision: server.revision }]
  expect(sent()).toEqual([{ method: 'PUT', path: '/api/settings', body: { items } }])
})

it('says which numbers a setting takes', () => {
  open(setting('idle', { type: 'hours', value: 12, default: 12, min: 0.25, max: 2160 }))
  expect(screen.getByText('What it is. Allowed: 0.25 to 2,160. Default: 12 hours.')).toBeTruthy()
})
