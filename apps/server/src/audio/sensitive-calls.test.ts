import { describe, expect, inject, it } from 'vitest'
import { joinChannels, KeyToneDetector, type KeyTone } from './dtmf.ts'
import { findSensitiveText } from '#server/features/recordings/spoken-numbers/sensitive-numbers.ts'
import { seeds, times } from '#test/soak.ts'
import { keyVariants } from '#test/audio/key-variants.ts'
import { buildKeyedCall, buildTalk } from '#test/audio/keyed-calls.ts'
import { buildCallWithCard, buildCallWithout, type SpokenCall } from '#test/audio/spoken-calls.ts'

/** How many digits of a call are told, and how many of them are hidden. */
function countSecrets({ turns, secrets }: SpokenCall): { spoken: number; hidden: number } {
  const isHidden = turns.map(({ text }) => new Uint8Array(text.length))
  for (const { turn, from, to } of findSensitiveText(turns)) isHidden[turn]?.fill(1, from, to)
  let spoken = 0
  let hidden = 0
  for (const { turn, from, to, digits } of secrets) {
    spoken += digits
    const places = Array.from({ length: to - from }, (_, at) => from + at).filter((at) =>
      /[\p{L}\p{N}]/u.test(turns[turn]?.text.charAt(at) ?? ''),
    )
    hidden += (digits * places.filter((at) => isHidden[turn]?.[at] === 1).length) / places.length
  }
  return { spoken, hidden }
}

function keysIn(sampleRate: number, channels: Int16Array[]): KeyTone[] {
  return joinChannels(
    channels.map((samples) => {
      const detector = new KeyToneDetector(sampleRate)
      for (let at = 0; at < samples.length; at += 1000) detector.push(samples.subarray(at, at + 1000))
      return detector.finish()
    }),
  )
}

describe('calls in which a card is told', () => {
  it('99 of 100 digits that are spoken are found', { tags: ['soak'] }, () => {
    let spoken = 0
    let hidden = 0
    for (const seed of seeds(50, 5000)) {
      const counts = countSecrets(buildCallWithCard(seed))
      spoken += counts.spoken
      hidden += counts.hidden
    }
    expect(hidden / spoken).toBeGreaterThan(0.99)
  })

  it('dates, telephone numbers, prices and orders are not taken for cards', { tags: ['soak'] }, () => {
    let spoken = 0
    let hidden = 0
    for (const seed of seeds(50, 5000)) {
      const { turns } = buildCallWithout(seed)
      for (const { text } of turns) spoken += text.match(/\d/g)?.length ?? 0
      for (const { from, to } of findSensitiveText(turns)) hidden += to - from
    }
    expect(hidden / spoken).toBeLessThan(0.02)
  })

  it('99 of 100 keys are heard, once each, and no others', { tags: ['soak'] }, () => {
    let pressed = 0
    let heard = 0
    for (const seed of seeds(50, 1000)) {
      const { sampleRate, samples, keys } = buildKeyedCall(seed, { digits: 8 })
      const found = keysIn(sampleRate, samples)
      pressed += keys.length
      for (const { key, start, end } of keys) {
        const own = found.filter((one) => one.key === key && one.start < end && one.end > start)
        const [tone] = own
        // In short tones a repeated key is heard as two: the gap is no part of either.
        if (own.length === 1 && tone !== undefined && tone.start < start + 0.02 && tone.end > end - 0.02)
          heard += 1
      }
      expect(found.length).toBeLessThanOrEqual(keys.length)
    }
    expect(heard / pressed).toBeGreaterThan(0.99)
  })

  it(
    'each key is heard once, however quiet, noisy, short, off its pitch or uneven its tones are',
    { tags: ['soak'] },
    () => {
      const missed = keyVariants(inject('seed'), times(144, 1440)).filter(
        ({ variant, samples, start, end }) => {
          const found = keysIn(variant.sampleRate, [samples])
          const [tone] = found
          const isHeard =
            found.length === 1 && tone?.key === variant.key && tone.start < end && tone.end > start
          return !isHeard
        },
      )
      expect(missed.map(({ variant }) => variant)).toEqual([])
    },
  )

  it('talk is not taken for keys', { tags: ['soak'] }, () => {
    for (const seed of seeds(1, 60)) {
      expect(keysIn(8000, [buildTalk(seed, { seconds: 30, sampleRate: 8000 })])).toEqual([])
    }
  })
})
