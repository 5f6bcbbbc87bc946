import { between, chance, normal, pick, type Random, randomOf } from '#server/setup/demo/random.ts'
import type { KeyTone } from '#server/audio/dtmf.ts'

const frequencies: Record<string, [row: number, column: number]> = {
  1: [697, 1209],
  2: [697, 1336],
  3: [697, 1477],
  4: [770, 1209],
  5: [770, 1336],
  6: [770, 1477],
  7: [852, 1209],
  8: [852, 1336],
  9: [852, 1477],
  0: [941, 1336],
  '*': [941, 1209],
  '#': [941, 1477],
}

export interface KeyedCall {
  sampleRate: number
  /** Of each channel. */
  samples: Int16Array[]
  /** As they were pressed. */
  keys: KeyTone[]
}

/**
 * A made-up call of two channels in which a card is keyed while people talk softly: tones of 50 to 120 ms, 40 ms and more
 * between them, up to 1.5 % off their pitch and 4 dB between high and low, in one channel or heard in both.
 */
export function buildKeyedCall(seed: number, { digits = 19 }: { digits?: number } = {}): KeyedCall {
  const random = randomOf(seed, 'keys')
  const sampleRate = pick(random, [8000, 8000, 16_000])
  const isShort = chance(random, 0.5)
  const keys: KeyTone[] = []
  let start = 0.3 + random() * 0.2
  for (let count = 0; count < digits; count += 1) {
    const length = isShort ? 0.05 : 0.06 + random() * 0.06
    const isLast = count === digits - 1
    keys.push({ key: isLast ? '#' : String(between(random, 0, 9)), start, end: start + length })
    start += length + (isShort ? 0.04 : 0.05 + random() * 0.15)
  }
  const channels = [0, 1].map(() => speech(random, { sampleRate, seconds: start + 0.3, level: 400 }))
  const level = 3000 + random() * 6000
  const detuned = 1 + (random() * 2 - 1) * 0.015
  const twist = 10 ** ((random() * 8 - 4) / 20)
  const pressed = chance(random, 0.5) ? 0 : 1
  const isHeardInBoth = chance(random, 0.4)
  for (const { key, start: from, end } of keys) {
    const [row, column] = frequencies[key] ?? [0, 0]
    for (const [channel, sound] of channels.entries()) {
      if (channel !== pressed && !isHeardInBoth) continue
      const size = channel === pressed ? level : level * 0.6
      for (let at = Math.round(from * sampleRate); at < Math.round(end * sampleRate); at += 1) {
        const turn = (2 * Math.PI * detuned * at) / sampleRate
        sound[at] = (sound[at] ?? 0) + size * (Math.sin(turn * row) + twist * Math.sin(turn * column))
      }
    }
  }
  return { sampleRate, samples: channels.map((sound) => Int16Array.from(sound, Math.round)), keys }
}

/** Talk without keys: what must not be taken for one. */
export function buildTalk(
  seed: number,
  { seconds, sampleRate }: { seconds: number; sampleRate: number },
): Int16Array {
  const random = randomOf(seed, 'talk')
  return Int16Array.from(speech(random, { sampleRate, seconds, level: 6000 }), Math.round)
}

/**
 * Sounds as in speech: syllables of a voice with three resonances, hisses and pauses.
 *
 * @param level of loud syllables, effective
 */
function speech(
  random: Random,
  { sampleRate, seconds, level }: { sampleRate: number; seconds: number; level: number },
): Float64Array {
  const sound = Float64Array.from({ length: Math.ceil(seconds * sampleRate) }, () => normal(random) * 20)
  let at = 0
  while (at < sound.length) {
    const length = Math.round((0.06 + random() * 0.25) * sampleRate)
    if (chance(random, 0.65)) addVowel(sound, { random, sampleRate, from: at, length, level })
    else if (chance(random, 0.5)) {
      for (let index = at; index < Math.min(at + length, sound.length); index += 1)
        sound[index] = (sound[index] ?? 0) + normal(random) * level * 0.3
    }
    at += length
  }
  return sound
}

function addVowel(
  sound: Float64Array,
  {
    random,
    sampleRate,
    from,
    length,
    level,
  }: { random: Random; sampleRate: number; from: number; length: number; level: number },
): void {
  const pitch = 90 + random() * 160
  const formants = [300 + random() * 500, 900 + random() * 1300, 2400 + random() * 500]
  const own = 0.1 + random() * 0.5
  const vowel = new Float64Array(Math.min(length, sound.length - from))
  let power = 0
  for (let hertz = pitch; hertz < 3400; hertz += pitch) {
    // The voice itself is heard beside its resonances.
    const floor = hertz === pitch ? own : 0.02
    const loudness = formants.reduce((sum, formant) => sum + 1 / (1 + ((hertz - formant) / 100) ** 2), floor)
    power += loudness ** 2 / 2
    addSine(vowel, { turn: (2 * Math.PI * hertz) / sampleRate, phase: random() * 7, size: loudness })
  }
  for (const [index, sample] of vowel.entries()) {
    const size = (level * Math.sin((Math.PI * index) / length)) / Math.sqrt(power)
    sound[from + index] = (sound[from + index] ?? 0) + size * sample
  }
}

/** By recurrence, as a sine for each sample takes most of a test's time. */
function addSine(
  sound: Float64Array,
  { turn, phase, size }: { turn: number; phase: number; size: number },
): void {
  const twice = 2 * Math.cos(turn)
  let before = size * Math.sin(phase - turn)
  let now = size * Math.sin(phase)
  for (let at = 0; at < sound.length; at += 1) {
    sound[at] = (sound[at] ?? 0) + now
    const next = twice * now - before
    before = now
    now = next
  }
}
