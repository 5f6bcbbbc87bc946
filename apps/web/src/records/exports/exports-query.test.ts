import type { Export } from '@callboard/contract/exports'
import { expect, it } from 'vitest'
import { exportQuery, exportsQuery } from '#web/records/exports/exports-query.ts'

const asked: Export = {
  id: '01990000-0000-7000-8000-000000000001',
  name: 'Calls',
  format: 'csv',
  state: 'waiting',
  rowsDone: 0,
  rowCount: null,
  bytes: 0,
  fileName: null,
  error: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  endedAt: null,
  expiresAt: null,
}

it.each([
  ['waiting', true],
  ['running', true],
  ['ready', false],
  ['failed', false],
  ['stopped', false],
  ['expired', false],
] as const)('an export is asked for again while it waits or is written: %s', (state, isFollowed) => {
  const data = { ...asked, state }
  const others = { ...asked, state: 'ready' as const }
  const ofAll = exportsQuery.refetchInterval({ state: { data: { items: [others, data] } } })
  const ofOne = exportQuery(asked.id).refetchInterval({ state: { data, error: null } })
  expect([ofAll !== false, ofOne !== false]).toEqual([isFollowed, isFollowed])
})
