const rows = [697, 770, 852, 941] as const
const columns = [1209, 1336, 1477, 1633] as const
const keys = ['123A', '456B', '789C', '*0#D'] as const

/** 205 samples at 8 kHz: long enough to tell the eight tones apart, short enough for a key that is pressed for 40 ms. */
const windowSeconds = 205 / 8000
const windowBatchSize = 6
/** The share of a window's energy that its two tones must have: some 4 dB above noise. Speech has it for moments alone. */
const minShare = 0.7
/** The same of A to D, which no telephone has and speech sounds like most. */
const minShareOfLetters = 0.78
/** Under this share at the right pitch none near by is tried. */
const minShareOffPitch = 0.1
/** How far off their pitch tones may be (ITU-T Q.24): 1.5 %, tried in two steps. */
const pitches = [1, 0.9925, 1.0075, 0.9865, 1.0135]
/** How much louder one tone may be than the other: 12 dB. Networks let 8 dB pass, and tones off their pitch are heard weaker. */
const maxTwist = 10 ** (12 / 10)
/** Mean square under which a window is silence: about -65 dB of full scale. */
const minEnergy = 300
/** Windows in a row in which a key must be heard: 38 ms. */
const minWindows = 4
/** The same key after a shorter gap is one press that was interrupted, not two. */
const mergedGapSeconds = 0.02

/** A key that was pressed: `key` is 0 to 9, *, # or A to D; `start` and `end` are seconds from the beginning. */
export type KeyTone = { key: string; start: number; end: number }

/** The keys of several channels, in order of their start: what is heard in more than one was pressed once. */
export function joinChannels(channels: KeyTone[][]): KeyTone[] {
  const joined: KeyTone[] = []
  const last = new Map<string, KeyTone>()
  for (const tone of channels.flat().toSorted((left, right) => left.start - right.start)) {
    const before = last.get(tone.key)
    if (before !== undefined && tone.start < before.end) before.end = Math.max(before.end, tone.end)
    else {
      joined.push(tone)
      last.set(tone.key, tone)
    }
  }
  return joined
}

/** Hears keys (DTMF) in one channel of sound that comes piece by piece. Memory does not grow with silence or speech. */
export class KeyToneDetector {
  readonly #sampleRate: number
  readonly #window: number
  readonly #hop: number
  /** Of each pitch that is tried. */
  readonly #coefficients: { rows: number[]; columns: number[] }[]
  readonly #tones: KeyTone[] = []
  #rest: Int16Array = new Int16Array(0)
  /** Samples before the rest. */
  #passed = 0
  #heard: { key: string; from: number; windows: number } | undefined

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
    this.#window = Math.round(windowSeconds * sampleRate)
    this.#hop = Math.floor(this.#window / windowBatchSize)
    this.#coefficients = pitches.map((pitch) => {
      const coefficient = (hertz: number) => 2 * Math.cos((2 * Math.PI * hertz * pitch) / sampleRate)
      return { rows: rows.map(coefficient), columns: columns.map(coefficient) }
    })
  }

  push(samples: Int16Array): void {
    const all = new Int16Array(this.#rest.length + samples.length)
    all.set(this.#rest)
    all.set(samples, this.#rest.length)
    let at = 0
    for (; at + this.#window <= all.length; at += this.#hop) {
      this.#hear(this.#keyIn(all.subarray(at, at + this.#window)), this.#passed + at)
    }
    this.#rest = all.slice(at)
    this.#passed += at
  }

  /** The keys that were heard, in order of their start. Nothing may be pushed afterwards. */
  finish(): KeyTone[] {
    this.#hear(undefined, this.#passed)
    return this.#tones
  }

  #hear(key: string | undefined, from: number): void {
    const heard = this.#heard
    if (heard !== undefined && heard.key === key) {
      heard.windows += 1
      return
    }
    if (heard !== undefined && heard.windows >= minWindows) this.#keep(heard)
    this.#heard = key === undefined ? undefined : { key, from, windows: 1 }
  }

  #keep({ key, from, windows }: { key: string; from: number; windows: number }): void {
    const start = from / this.#sampleRate
    const end = (from + (windows - 1) * this.#hop + this.#window) / this.#sampleRate
    const last = this.#tones.at(-1)
    if (last?.key === key && start - last.end <= mergedGapSeconds) last.end = end
    else this.#tones.push({ key, start, end })
  }

  #keyIn(window: Int16Array): string | undefined {
    let energy = 0
    for (const sample of window) energy += sample * sample
    if (energy < minEnergy * window.length) return undefined
    for (const [tried, tones] of this.#coefficients.entries()) {
      const row = strongest(window, tones.rows)
      const column = strongest(window, tones.columns)
      const share = (2 * (row.power + column.power)) / (window.length * energy)
      if (share >= (column.index === columns.length - 1 ? minShareOfLetters : minShare)) {
        if (row.power > column.power * maxTwist || column.power > row.power * maxTwist) return undefined
        return keys[row.index]?.[column.index]
      }
      if (tried === 0 && share < minShareOffPitch) return undefined
    }
    return undefined
  }
}

/** Which of the tones has most power in the window (Goertzel). */
function strongest(window: Int16Array, coefficients: number[]): { index: number; power: number } {
  let best = { index: 0, power: -1 }
  for (const [index, coefficient] of coefficients.entries()) {
    let before = 0
    let now = 0
    for (const sample of window) {
      const next = sample + coefficient * now - before
      before = now
      now = next
    }
    const power = now * now + before * before - coefficient * now * before
    if (power > best.power) best = { index, power }
  }
  return best
}
