import type { RecordingUse } from '@callboard/contract/recording-uses'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RecordingUses } from '#web/features/recordings/RecordingUses.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { show } from '../../../test/show.tsx'

const id = '01990000-0000-7000-8000-0000000000f1'
const use: RecordingUse = {
  id: '01990000-0000-7000-8000-0000000000f2',
  at: '2026-06-01T15:00:00.000Z',
  userName: 'otto',
  fullName: 'Otto Berg',
  maskedUserName: null,
  maskedFullName: null,
  redacted: true,
  kind: 'play',
  reason: null,
  address: '203.0.113.9',
}
const nothing = () => undefined
const player = {
  key: id,
  duration: 1,
  start: 0,
  toggle: nothing,
  playFrom: nothing,
  seekTo: nothing,
  skip: nothing,
}

function showUse(changes: Partial<RecordingUse>) {
  const items = [{ ...use, ...changes }]
  answerCalls({
    [`POST /api/callrecording/${id}/uses/search`]: { body: { items, total: 1, page: 1, pageSize: 50 } },
  })
  show(<RecordingUses recordingId={id} player={player} />)
}

it('names by full names who listened', async () => {
  showUse({})
  const name = await screen.findByText('Otto Berg')
  expect(name.title).toBe('otto')
  expect(name.parentElement?.textContent).not.toContain('viewing as')
})

it('names both people when one viewed the portal as the other', async () => {
  showUse({ maskedUserName: 'lise', maskedFullName: 'Lise Holm' })
  const name = await screen.findByText('Lise Holm')
  expect(name.title).toBe('lise')
  expect(name.parentElement?.textContent).toContain('Otto Berg, viewing as Lise Holm')
})
