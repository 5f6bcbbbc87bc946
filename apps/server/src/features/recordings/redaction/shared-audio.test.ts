import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { RecordingClient, samplesOf } from '#test/clients/recordings.ts'

/** Real recordings, which are beside the repository where it is developed. */
const folder = join(import.meta.dirname, '../../../../../../../shared/data/audio')

const hasSounds = existsSync(folder)
if (!hasSounds) console.log(`skipped: the real recordings are not at ${folder}`)

let client: RecordingClient

beforeAll(async () => {
  if (hasSounds) client = await RecordingClient.open()
})

it.runIf(hasSounds)(
  'keys in a real recording are silent sample by sample, and nothing beside them is changed',
  async () => {
    const sound = readFileSync(join(folder, 'speech-with-dtmf-411150.wav'))
    const id = await client.uploadReady(sound)
    const { keyTones, spans } = await client.get(id, client.auditor, '?redacted=false')
    expect(keyTones.map(({ key }) => key).join('')).toBe('411150')
    const [before] = samplesOf(sound)
    const [heard] = samplesOf((await client.ask(id, client.listener)).bytes)
    const isInside = (second: number) => spans.some(({ start, end }) => second >= start && second < end)
    const expected = before?.map((sample, at) => (isInside((at + 0.5) / 8000) ? 0 : sample))
    expect(heard).toEqual(expected)
  },
)

it.runIf(hasSounds)(
  'a minute and a half of a real call is clean, and what somebody marks in it is silent in both channels',
  async () => {
    const sound = readFileSync(join(folder, 'stereo-call-88s.mp3'))
    const id = await client.uploadReady(sound)
    const { duration, channels, redactionStatus, revision } = await client.get(id, client.listener)
    expect([Math.round(duration ?? 0), channels, redactionStatus]).toEqual([88, 2, 'clean'])
    const before = samplesOf((await client.ask(id, client.listener)).bytes)
    const body = { found: [], byHand: [{ start: 10, end: 14.5 }], revision }
    const path = `/api/callrecording/${id}/spans`
    await client.auditor.ask({ method: 'PUT', path, body })
    await client.worked(id)
    const heard = samplesOf((await client.ask(id, client.listener)).bytes)
    expect(heard).toEqual(before.map((samples) => samples.slice().fill(0, 10 * 8000, 14.5 * 8000)))
    for (const samples of before)
      expect(samples.subarray(10 * 8000, 14.5 * 8000).some((sample) => sample !== 0)).toBe(true)
  },
)
