import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { recordingsOfCallLimit, uploadRecording } from '@callboard/contract/recordings'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { resumeRecordings } from '#server/features/recordings/recordings.ts'
import { brokenSounds } from '#test/audio/broken-sounds.ts'
import { RecordingClient, samplesOf, soundFixture } from '#test/clients/recordings.ts'
import { seeds, times } from '#test/soak.ts'

let client: RecordingClient
const tones = soundFixture('tones.wav')
const rate = 8000

beforeAll(async () => {
  client = await RecordingClient.open()
})

function wavOf(data: Buffer, change: (header: Buffer) => void = () => undefined): Buffer {
  const header = Buffer.from(tones.subarray(0, 44))
  header.writeUInt32LE(data.length, 40)
  change(header)
  return Buffer.concat([header, data])
}

it('sound that lies, is cut or never ends fails alone, with a sentence, and the next one is examined', async () => {
  const mp3 = soundFixture('tones.mp3')
  const hostile: Record<string, Buffer> = {
    'no channels': wavOf(tones.subarray(44), (header) => header.writeUInt16LE(0, 22)),
    'no samples a second': wavOf(tones.subarray(44), (header) => header.writeUInt32LE(0, 24)),
    'cut in its header': tones.subarray(0, 40),
    'an Opus file that is cut': soundFixture('tones.opus').subarray(0, 90),
    'an MP4 file of nothing': Buffer.from('\0\0\0\u0018ftypM4A '.padEnd(3000, 'x')),
    'frames of MP3 that are none': Buffer.concat([mp3.subarray(0, 4), Buffer.alloc(50_000, 0xff)]),
    // A day of silence, of which a second takes no more than a byte or two.
    'over twelve hours long': wavOf(Buffer.alloc(13 * 3600 * 100 * 4), (header) => {
      header.writeUInt32LE(100, 24)
      header.writeUInt32LE(400, 28)
    }),
  }
  const ids = new Map<string, string>()
  const call = await client.call()
  for (const [name, sound] of Object.entries(hostile)) ids.set(name, await client.upload(sound, call))
  const good = await client.upload(tones, call)
  for (const [name, id] of ids) {
    const { redactionStatus, error } = await client.worked(id)
    expect([name, redactionStatus, error]).toEqual([name, 'failed', expect.stringMatching(/^[A-Z].+\.$/)])
  }
  expect((await client.worked(good)).redactionStatus).toBe('redacted')
  // A length that lies is no harm: the sound ends where the file does.
  const endless = await client.upload(
    wavOf(tones.subarray(44), (header) => header.writeUInt32LE(2 ** 32 - 1, 40)),
  )
  expect(await client.worked(endless)).toMatchObject({ duration: 2, redactionStatus: 'redacted' })
  // It is cleared away once the outcome is written.
  await expect.poll(async () => await readdir(join(client.portal.folder, 'recordings-in-work'))).toEqual([])
})

it('what is clean is given as it sounds, in a file written anew', async () => {
  const quiet = Buffer.alloc(rate * 4)
  const file = Buffer.concat([wavOf(quiet), Buffer.from('LIST\u000c\0\0\0INFOwhispers')])
  const id = await client.upload(file)
  expect(await client.worked(id)).toMatchObject({ redactionStatus: 'clean', spans: [] })
  const heard = (await client.ask(id, client.listener)).bytes
  expect(heard.includes('whispers')).toBe(false)
  expect(samplesOf(heard)).toEqual(samplesOf(file))
})

it('what was being worked on when the portal was killed is worked on again', async () => {
  const { db } = client.portal.runtime
  const id = await client.uploadReady(soundFixture('tones.opus'))
  // As kill -9 leaves it: claimed, by a process that is no more, and its job is not tried again for a while.
  await db
    .updateTable('recording')
    .set({ redaction_status: 'pending', worked_until: new Date(Date.now() + 3_600_000) })
    .where('id', '=', id)
    .execute()
  await resumeRecordings(client.portal.runtime, { hasPeers: false })
  expect((await client.worked(id)).redactionStatus).toBe('redacted')
  const files = await db.selectFrom('recording_file').select('key').execute()
  expect((await readdir(join(client.portal.folder, 'recordings'))).length).toBe(files.length)
})

/** The files that this process has open below a folder; none where the system does not tell. */
async function openFilesIn(folder: string): Promise<string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(
    handles.map(async (handle) => await readlink(`/proc/self/fd/${handle}`).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(folder))
}

it(
  'broken files are answered, end in a state of their own and stay open no longer; others are examined meanwhile',
  { tags: ['soak'] },
  async () => {
    const { portal } = client
    const recordings = join(portal.folder, 'recordings')
    const perCall = recordingsOfCallLimit
    for (const seed of seeds(1, 20)) {
      const sounds = fc.sample(brokenSounds, { seed, numRuns: times(5, 100) })
      const calls = await client.calls(Math.ceil(sounds.length / perCall))
      const good = await client.upload(soundFixture('tones.wav'))
      const taken: string[] = []
      for (const [at, sound] of sounds.entries()) {
        const answer = await client.put(calls[Math.floor(at / perCall)] ?? '', sound)
        expect([201, 400, 415, 503]).toContain(answer.status)
        if (answer.status === 201) taken.push(uploadRecording.response.parse(answer.json()).id)
      }
      expect((await client.worked(good)).redactionStatus).toBe('redacted')
      for (const id of taken) {
        const { redactionStatus } = await client.worked(id)
        expect(['clean', 'redacted', 'failed']).toContain(redactionStatus)
        const heard = await client.ask(id, client.listener)
        expect(heard.status).toBe(redactionStatus === 'failed' ? 403 : 200)
      }
      await expect.poll(async () => await openFilesIn(recordings)).toEqual([])
    }
    expect(await readdir(join(portal.folder, 'recordings-in-work'))).toEqual([])
    const rows = await portal.runtime.db.selectFrom('recording_file').select('key').execute()
    expect((await readdir(recordings)).toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
  },
)
