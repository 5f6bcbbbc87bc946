import { between, normal, type Random, randomOf } from '#server/setup/demo/random.ts'

const rows = [697, 770, 852, 941]
const columns = [1209, 1336, 1477, 1633]
const keys = ['123A', '456B', '789C', '*0#D']

/** How one key is pressed and heard. */
export interface KeyVariant {
  key: string
  sampleRate: number
  /** Of the louder tone, in dB of full scale. */
  levelDb: number
  /** How much louder the high tone is. */
  twistDb: number
  /** Noise below the tones; Infinity: none. */
  signalToNoiseDb: number
  seconds: number
  /** Off their pitch: 1 is right. */
  pitch: number
}

export interface HeardVariant {
  variant: KeyVariant
  samples: Int16Array
  start: number
  end: number
}

const levels = [-3, -10, -20, -30, -36, -42]
const noises = [Infinity, 25, 15, 12]
const lengths = [0.04, 0.05, 0.07, 0.12]
const rates = [8000, 8000, 8000, 16_000, 44_100, 48_000]

/** As many ways to press a key as are asked for: quiet, noisy, short, off pitch, one tone louder than the other. */
export function keyVariants(seed: number, count: number): HeardVariant[] {
  const random = randomOf(seed, 'variants')
  return Array.from({ length: count }, (_, at) => {
    const pick = <T>(list: readonly T[], step: number): T | undefined =>
      list[Math.floor(at / step) % list.length]
    return heard(random, {
      key: keys[between(random, 0, 3)]?.charAt(between(random, 0, 3)) ?? '',
      sampleRate: pick(rates, 1) ?? 8000,
      levelDb: pick(levels, 6) ?? 0,
      signalToNoiseDb: pick(noises, 36) ?? Infinity,
      seconds: pick(lengths, 144) ?? 0.1,
      twistDb: random() * 16 - 8,
      pitch: 1 + (random() * 2 - 1) * 0.015,
    })
  })
}

function heard(random: Random, variant: KeyVariant): HeardVariant {
  const { key, sampleRate, levelDb, twistDb, signalToNoiseDb, seconds, pitch } = variant
  const row = keys.findIndex((line) => line.includes(key))
  const column = keys[row]?.indexOf(key) ?? 0
  const loud = 32_767 * 10 ** (levelDb / 20)
  const soft = loud * 10 ** (-Math.abs(twistDb) / 20)
  const [low, high] = twistDb < 0 ? [loud / 2, soft / 2] : [soft / 2, loud / 2]
  const noise = Math.sqrt((low ** 2 + high ** 2) / 2) * 10 ** (-signalToNoiseDb / 20)
  const start = 0.2 + random() * 0.05
  const [phaseLow, phaseHigh] = [random() * 7, random() * 7]
  const turn = (2 * Math.PI * pitch) / sampleRate
  const samples = Int16Array.from({ length: Math.round(0.5 * sampleRate) }, (_, at) => {
    const isPressed = at >= start * sampleRate && at < (start + seconds) * sampleRate
    const tones =
      low * Math.sin(turn * (rows[row] ?? 0) * at + phaseLow) +
      high * Math.sin(turn * (columns[column] ?? 0) * at + phaseHigh)
    return Math.round((isPressed ? tones : 0) + normal(random) * Math.max(noise, 1))
  })
  return { variant, samples, start, end: start + seconds }
}
