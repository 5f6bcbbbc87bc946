import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { RecordingClient, samplesOf } from '../recording-client.ts'

/** Real recordings, which are beside the repository where it is developed. */
const folder = join(import.meta.dirname, '../../../../../shared/data/audio')

let client: RecordingClient

beforeAll(async () => {
  if (existsSync(folder)) client = await RecordingClient.open()
})

it.skipIf(!existsSync(folder))(
  'keys in a real recording are silent sample by sample, and nothing beside them is changed',
  async () => {
    const sound = readFileSync(join(folder, 'speech-with-dtmf-411150.wav'))
    const id = await client.uploadReady(sound)
    const { keyTones, spans } = await client.get(id, client.auditor, '?redacted=false')
    expect(keyTones.map(({ key }) => key).join('')).toBe('411150')
    const [before] = samplesOf(sound)
    const [heard] = samplesOf((await client.ask(id, client.listener.token)).bytes)
    const isInside = (second: number) => spans.some(({ start, end }) => second >= start && second < end)
    const expected = before?.map((sample, at) => (isInside((at + 0.5) / 8000) ? 0 : sample))
    expect(heard).toEqual(expected)
  },
)

it.skipIf(!existsSync(folder))('a minute and a half of a real call is examined, and is clean', async () => {
  const sound = readFileSync(join(folder, 'stereo-call-88s.mp3'))
  const id = await client.uploadReady(sound)
  const { duration, channels, redactionStatus } = await client.get(id, client.listener)
  expect([Math.round(duration ?? 0), channels, redactionStatus]).toEqual([88, 2, 'clean'])
})
