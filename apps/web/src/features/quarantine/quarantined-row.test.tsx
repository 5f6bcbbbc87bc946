import type { QuarantinedRecord } from '@callboard/contract/quarantine'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { fill, press, show } from '../../../test/show.tsx'
import { QuarantinedRowDrawer } from '#web/features/quarantine/QuarantinedRowDrawer.tsx'

const row: QuarantinedRecord = {
  id: '01990000-0000-7000-8000-0000000000d1',
  customerId: '01990000-0000-7000-8000-0000000000a1',
  customerName: 'Acme',
  sourceSystem: 'pbx',
  externalCallId: '7',
  code: 'invalid',
  description: 'The value of “Start” is not a time.',
  line: 4,
  receivedAt: '2026-11-02T15:04:05.000Z',
  form: 'row',
  isMerge: false,
  raw: '{"Id":"7","Start":"x"}',
  errors: [{ field: 'Start', description: 'The value of “Start” is not a time.' }],
  isReadable: true,
}

const path = `/api/quarantine/${row.id}`

beforeEach(() => localStorage.clear())

async function edit(shown: QuarantinedRecord, text: string) {
  const calls = answerCalls({
    [`GET ${path}`]: { body: shown },
    [`PUT ${path}`]: {
      status: 400,
      body: [{ code: 'invalid', description: 'This is not JSON: at all.', field: 'raw' }],
    },
  })
  show(<QuarantinedRowDrawer id={row.id} onClose={() => {}} />)
  await press('Edit')
  fill(screen.getByLabelText('The row as JSON'), text)
  await press('Save and retry')
  return calls
}

it('says below a row that it is not JSON, and sends nothing', async () => {
  const calls = await edit(row, '{"a":')
  expect(await screen.findByText(/^This is not JSON: ./)).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>('The row as JSON').value).toBe('{"a":')
  expect(changesOf(calls)).toEqual([])
})

it('sends a line that never was JSON as it is edited, and says below it what the server refuses', async () => {
  const calls = await edit({ ...row, raw: '7;x', isReadable: false, errors: [] }, '7;y')
  expect(await screen.findByText('This is not JSON: at all.')).toBeDefined()
  expect(changesOf(calls)).toMatchObject([{ method: 'PUT', body: { raw: '7;y' } }])
  expect(screen.getByLabelText<HTMLTextAreaElement>('The row as JSON').value).toBe('7;y')
})
