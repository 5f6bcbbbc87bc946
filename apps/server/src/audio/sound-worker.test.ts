import { createHash } from 'node:crypto'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWavHeader } from './wav-header.ts'
import { wavSampleReader } from './wav-samples.ts'
import { soundThreads, SoundWorker } from './sound-worker.ts'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { brokenSounds } from '#test/audio/broken-sounds.ts'
import { forThisMachine } from '#test/time-limits.ts'

const fixtures = join(import.meta.dirname, '../../test/fixtures/audio')
const folder = temporaryFolder()
const worker = new SoundWorker()
afterFile(async () => await worker.close())

async function samplesIn(path: string): Promise<Int16Array[]> {
  const bytes = await readFile(path)
  const header = readWavHeader(bytes, bytes.length)
  return wavSampleReader(header)(bytes.subarray(header.start, header.end))
}

describe('recordings', () => {
  it.each(['tones.wav', 'tones.mp3', 'tones.m4a', 'tones.opus', 'keys-gsm.wav'])(
    'the keys pressed in %s are heard where they are',
    async (name) => {
      const { duration, keyTones } = await worker.examine(join(fixtures, name))
      expect(duration).toBeCloseTo(2, 0)
      expect(keyTones.map((tone) => tone.key).join('')).toBe('19#')
      for (const [index, { start, end }] of keyTones.entries()) {
        expect(Math.abs(start - (0.3 + 0.4 * index))).toBeLessThan(0.03)
        expect(Math.abs(end - (0.42 + 0.4 * index))).toBeLessThan(0.03)
      }
    },
  )

  it('GSM 06.10 is decoded to the bit as the reference decoder does', async () => {
    const [samples] = await samplesIn(join(fixtures, 'keys-gsm.wav'))
    const bytes = new Uint8Array(samples?.buffer ?? new ArrayBuffer(0))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '28e38dcb5228ddeb268af968b052e9178172c22cbcce6d09918b035f3ef89f46',
    )
  })

  it('what is redacted is silent sample by sample, and everything else is as it was', async () => {
    const before = await samplesIn(join(fixtures, 'tones.wav'))
    const ranges = [
      { start: 0.25, end: 0.4501 },
      { start: 1.9, end: 9 },
    ]
    const { peaks } = await worker.redact(join(fixtures, 'tones.wav'), join(folder, 'redacted.wav'), {
      ranges,
      by: 'silence',
    })
    const after = await samplesIn(join(folder, 'redacted.wav'))
    expect(after).toHaveLength(2)
    for (const [channel, samples] of after.entries()) {
      expect(samples).toHaveLength(16_000)
      for (const [at, sample] of samples.entries()) {
        const isTaken = (at >= 2000 && at < 3601) || at >= 15_200
        expect(sample === (isTaken ? 0 : before[channel]?.[at])).toBe(true)
      }
    }
    expect(peaks[0]?.slice(10, 18)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })

  it('parts of a channel, written one by one, are that channel sample by sample', async () => {
    const path = join(fixtures, 'tones.wav')
    const parts = [
      { channel: 1, start: 0, end: 0.70007 },
      { channel: 1, start: 0.70007, end: 2 },
      { channel: 0, start: 0, end: 2 },
    ].map((part, at) => ({ ...part, path: join(folder, `voice-${at}.wav`) }))
    await worker.writeVoices(path, parts)
    const [first, second, other] = await Promise.all(parts.map(async (part) => await samplesIn(part.path)))
    const [left, right] = await samplesIn(path)
    expect([...(first?.[0] ?? []), ...(second?.[0] ?? [])]).toEqual([...(right ?? [])])
    expect(other).toEqual([left])
  })

  it('files that are none, or lie, are refused with a reason', async () => {
    const wav = await readFile(join(fixtures, 'tones.wav'))
    const changed = (at: number, value: number, size = 4) => {
      const bytes = Buffer.from(wav)
      if (size === 4) bytes.writeUInt32LE(value, at)
      else bytes.writeUInt16LE(value, at)
      return bytes
    }
    const files: [bytes: Uint8Array, kind: string][] = [
      [Buffer.from('\u0089PNG\r\n\u001a\n and so on', 'latin1'), 'unknown'],
      [new Uint8Array(0), 'unknown'],
      [changed(22, 0, 2), 'broken'],
      [changed(22, 99, 2), 'broken'],
      [changed(24, 0), 'broken'],
      [changed(34, 7, 2), 'broken'],
      [changed(20, 12_345, 2), 'unknown'],
      [wav.subarray(0, 40), 'cut'],
      [Buffer.from('OggS'.padEnd(28, '\0') + 'OpusHead'.padEnd(60, 'x')), 'broken'],
      [Buffer.from('\0\0\0\u0018ftypM4A '.padEnd(200, 'x')), 'broken'],
    ]
    for (const [index, [bytes, kind]] of files.entries()) {
      const path = join(folder, `${index}.wav`)
      await writeFile(path, bytes)
      await expect(worker.examine(path), `file ${index}`).rejects.toMatchObject({ kind })
    }
    // A length that lies is no harm: the sound ends where the file does.
    await writeFile(join(folder, 'endless.wav'), changed(40, 0xff_ff_ff_ff))
    expect((await worker.examine(join(folder, 'endless.wav'))).duration).toBe(2)
  })

  it('a file that takes too long is given up, and the next one is worked on', async () => {
    const hasty = new SoundWorker({ stopAfterMs: forThisMachine(700) })
    const wav = await readFile(join(fixtures, 'tones.wav'))
    const hours = Buffer.from(wav.subarray(0, 44))
    hours.writeUInt32LE(1_000_000_000, 40)
    await writeFile(join(folder, 'hours.wav'), hours)
    await truncate(join(folder, 'hours.wav'), 1_000_000_044)
    try {
      // The time that it waits for the others is not its own.
      const late = Array.from({ length: soundThreads }, async () => hasty.examine(join(folder, 'hours.wav')))
      const next = hasty.examine(join(fixtures, 'tones.wav'))
      for (const one of late) await expect(one).rejects.toMatchObject({ kind: 'broken' })
      expect((await next).duration).toBe(2)
    } finally {
      await hasty.close()
    }
  })

  it('a disk that is full or gone is no error of the file', async () => {
    const nowhere = join(folder, 'none', 'redacted.wav')
    const written = worker.redact(join(fixtures, 'tones.wav'), nowhere, { ranges: [], by: 'silence' })
    await expect(written).rejects.toMatchObject({
      code: 'ENOENT',
      syscall: 'open',
    })
  })

  it('a file that the end of the portal interrupts is not broken', async () => {
    const ending = new SoundWorker()
    const examined = ending.examine(join(fixtures, 'tones.wav'))
    await Promise.all([expect(examined).rejects.toThrow('the portal ends'), ending.close()])
  })

  it('broken files of every kind end in an answer or an error, never in silence', async () => {
    const path = join(folder, 'fuzzed')
    await fc.assert(
      fc.asyncProperty(brokenSounds, async (bytes) => {
        await writeFile(path, bytes)
        const found = await worker.examine(path).catch((error: unknown) => error)
        expect(found).toEqual(
          expect.toSatisfy(
            (one: object) =>
              'duration' in one || ('kind' in one && one.constructor.name === 'RecordingError'),
          ),
        )
      }),
      { numRuns: 60 },
    )
  })
})
