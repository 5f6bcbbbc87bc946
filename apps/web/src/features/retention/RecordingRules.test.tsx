import type { RecordingRulesState } from '@callboard/contract/recording-rules'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RecordingRules } from '#web/features/retention/RecordingRules.tsx'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { press, show } from '../../../test/show.tsx'

const done: RecordingRulesState = { isStopped: false, waiting: 0, newestWaiting: null, failed: 0 }

function answer(state: Partial<RecordingRulesState>) {
  const body = { ...done, ...state }
  return answerCalls({ 'GET /api/recordingrules': { body }, 'PUT /api/recordingrules': { body } })
}

it.each([
  [
    'stops the work while recordings wait',
    { waiting: 12 },
    ['Stop', true, /^12 recordings will be redacted again/],
  ],
  [
    'goes on where it was stopped',
    { waiting: 10_001, isStopped: true },
    ['Continue', false, /^More than 10,000 recordings would be redacted .*, but redaction is stopped\.$/],
  ],
  [
    'tries those again that failed',
    { failed: 1 },
    ['Try again', false, /^1 recording could not be redacted again/],
  ],
] as const)('%s, and says how many they are', async (_, state, [button, isStopped, words]) => {
  const calls = answer(state)
  show(<RecordingRules />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('Until then, their earlier redacted versions are played.')).toBeTruthy()
  await press(button)
  await expect.poll(() => changesOf(calls).map(({ body }) => body)).toEqual([{ isStopped }])
})

it('has nothing to do where all recordings are redacted by the rules of now', async () => {
  answer({})
  show(<RecordingRules />)
  expect(await screen.findByText('All recordings are redacted by the current rules.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
