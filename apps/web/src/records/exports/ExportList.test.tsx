import type { Export } from '@callboard/contract/exports'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ExportList } from '#web/records/exports/ExportList.tsx'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { show } from '../../../test/show.tsx'

function buildExport(changes: Partial<Export> = {}): Export {
  return {
    id: '01990000-0000-7000-8000-0000000000e1',
    name: 'Calls by source',
    format: 'csv',
    state: 'running',
    rowsDone: 250,
    rowCount: 1000,
    bytes: 0,
    fileName: null,
    error: null,
    createdAt: '2026-11-02T15:04:05.000Z',
    endedAt: null,
    expiresAt: null,
    ...changes,
  }
}

const buttons = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

it.each([
  [{ state: 'waiting' }, 'Stop the export of Calls by source', 'Queued'],
  [{ state: 'running' }, 'Stop the export of Calls by source', '250 of 1,000 rows'],
  [{ state: 'failed', error: 'The disk is full.' }, 'Export Calls by source again', 'The disk is full.'],
  [{ state: 'stopped' }, 'Export Calls by source again', 'Stopped'],
  [{ state: 'expired' }, 'Export Calls by source again', 'Deleted after a day'],
] as const)('an export %o offers what one does with it, and says how it is', (given, action, words) => {
  show(<ExportList items={[buildExport(given)]} />)
  expect(buttons()).toEqual([action, 'Delete Calls by source as CSV'])
  expect(screen.getByText(words)).toBeTruthy()
})

it('one that is ready offers its file, and says until when it is there', () => {
  const ready = { state: 'ready', rowCount: 1, bytes: 2_500_000, fileName: 'Calls.csv' } as const
  show(<ExportList items={[buildExport({ ...ready, expiresAt: '2026-11-03T15:04:05.000Z' })]} />)
  expect(buttons()).toEqual(['Download Calls.csv', 'Delete Calls.csv'])
  expect(screen.getByText(/^1 row, /)).toBeTruthy()
  expect(screen.getByText(/kept until/)).toBeTruthy()
})

it('stops the one whose button is pressed, and no other', async () => {
  const other = buildExport({ id: '01990000-0000-7000-8000-0000000000e2', name: 'Calls' })
  const stopped = `PUT /api/reporting/exports/${other.id}/stop`
  const calls = answerCalls({ [stopped]: { body: { ...other, state: 'stopped' } } })
  show(<ExportList items={[buildExport(), other]} />)
  fireEvent.click(screen.getByLabelText('Stop the export of Calls'))
  await expect.poll(() => changesOf(calls).map(({ method, path }) => `${method} ${path}`)).toEqual([stopped])
})
