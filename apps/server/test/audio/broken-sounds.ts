import fc from 'fast-check'
import { soundFixture } from '../clients/recordings.ts'

const names = ['tones.wav', 'tones.mp3', 'tones.m4a', 'tones.opus', 'keys-gsm.wav']

/** Files of every kind that are cut, and in which some bytes are others. */
export const brokenSounds = fc
  .record({
    name: fc.constantFrom(...names),
    changes: fc.array(fc.record({ at: fc.nat(4000), value: fc.nat(255) }), { maxLength: 20 }),
    share: fc.double({ min: 0.02, max: 1, noNaN: true }),
  })
  .map(({ name, changes, share }) => {
    const original = soundFixture(name)
    const bytes = Buffer.from(original.subarray(0, Math.ceil(original.length * share)))
    for (const { at, value } of changes) if (at < bytes.length) bytes[at] = value
    return bytes
  })
