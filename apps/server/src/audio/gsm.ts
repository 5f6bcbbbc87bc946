import { RecordingError } from './recording-error.ts'

/** Bytes of a block of the WAV form of GSM 06.10 (format 49): two frames of 160 samples, packed from the lowest bit. */
export const gsmBlockBytes = 65
/** Samples that a block holds. */
export const gsmBlockSamples = 320

const frameSamples = 160
const pulseCount = 13
/** How far back the long-term predictor looks, in samples. */
const history = 120

// The tables and the arithmetic are those of ETSI EN 300 961 (GSM 06.10): 16-bit fixed point, saturated.
const mantissas = [18_431, 20_479, 22_527, 24_575, 26_623, 28_671, 30_719, 32_767] as const
const gains = [3277, 11_469, 21_299, 32_767] as const
/** Of each log area ratio: its bits, the least value it stands for, its offset, and the inverse of its scale. */
const areaRatios = [
  { bits: 6, min: -32, offset: 0, inverse: 13_107 },
  { bits: 6, min: -32, offset: 0, inverse: 13_107 },
  { bits: 5, min: -16, offset: 2048, inverse: 13_107 },
  { bits: 5, min: -16, offset: -2560, inverse: 13_107 },
  { bits: 4, min: -8, offset: 94, inverse: 19_223 },
  { bits: 4, min: -8, offset: -1792, inverse: 17_476 },
  { bits: 3, min: -4, offset: -341, inverse: 31_454 },
  { bits: 3, min: -4, offset: -1144, inverse: 29_708 },
] as const

/** Reads GSM 06.10 full rate as Asterisk and Windows write it into WAV files. What it heard before shapes what follows. */
export class GsmDecoder {
  readonly #excitation = new Int32Array(history + 40)
  readonly #residual = new Int32Array(frameSamples)
  readonly #lattice = new Int32Array(areaRatios.length + 1)
  #earlierRatios = new Int32Array(areaRatios.length)
  #lag = 40
  #emphasis = 0

  /**
   * The {@link gsmBlockSamples} samples of a block of {@link gsmBlockBytes} bytes.
   *
   * @throws RecordingError `cut` when the block is shorter
   */
  decodeBlock(block: Uint8Array): Int16Array {
    if (block.length < gsmBlockBytes)
      throw new RecordingError('cut', 'The last block of GSM audio is incomplete.')
    const bits = new LowBitsFirst(block)
    const samples = new Int16Array(gsmBlockSamples)
    this.#decodeFrame(bits, samples.subarray(0, frameSamples))
    this.#decodeFrame(bits, samples.subarray(frameSamples))
    return samples
  }

  #decodeFrame(bits: LowBitsFirst, samples: Int16Array): void {
    const ratios = Int32Array.from(areaRatios, (ratio) => areaRatio(ratio, bits.read(ratio.bits)))
    for (let start = 0; start < frameSamples; start += 40) this.#decodeExcitation(bits, start)
    this.#synthesise(ratios, samples)
    this.#earlierRatios = ratios
    this.#deemphasise(samples)
  }

  /** A quarter of the frame: what came `lag` samples earlier, weakened, and thirteen pulses, three samples apart. */
  #decodeExcitation(bits: LowBitsFirst, start: number): void {
    const lag = bits.read(7)
    const gain = gains[bits.read(2)] ?? 0
    const grid = bits.read(2)
    const pulses = readPulses(bits)
    if (lag >= 40 && lag <= history) this.#lag = lag
    const excitation = this.#excitation
    for (let at = 0; at < 40; at += 1) {
      const earlier = multiplied(gain, excitation[history + at - this.#lag] ?? 0)
      const pulse = at >= grid && (at - grid) % 3 === 0 ? (pulses[(at - grid) / 3] ?? 0) : 0
      excitation[history + at] = saturated(pulse + earlier)
    }
    this.#residual.set(excitation.subarray(history), start)
    excitation.copyWithin(0, 40)
  }

  #synthesise(ratios: Int32Array, samples: Int16Array): void {
    const earlier = this.#earlierRatios
    const mixes: [number, number, (before: number, now: number) => number][] = [
      [0, 13, (before, now) => saturated(saturated((before >> 2) + (now >> 2)) + (before >> 1))],
      [13, 27, (before, now) => saturated((before >> 1) + (now >> 1))],
      [27, 40, (before, now) => saturated(saturated((before >> 2) + (now >> 2)) + (now >> 1))],
      [40, frameSamples, (_before, now) => now],
    ]
    for (const [from, to, mix] of mixes) {
      const reflections = ratios.map((now, index) => reflection(mix(earlier[index] ?? 0, now)))
      for (let at = from; at < to; at += 1) samples[at] = this.#filtered(reflections, this.#residual[at] ?? 0)
    }
  }

  #filtered(reflections: Int32Array, residual: number): number {
    const lattice = this.#lattice
    let sample = residual
    for (let stage = areaRatios.length - 1; stage >= 0; stage -= 1) {
      const factor = reflections[stage] ?? 0
      const kept = lattice[stage] ?? 0
      sample = saturated(sample - multiplied(factor, kept))
      lattice[stage + 1] = saturated(kept + multiplied(factor, sample))
    }
    lattice[0] = sample
    return sample
  }

  #deemphasise(samples: Int16Array): void {
    for (const [at, sample] of samples.entries()) {
      this.#emphasis = saturated(sample + multiplied(this.#emphasis, 28_180))
      samples[at] = saturated(this.#emphasis * 2) & 0xff_f8
    }
  }
}

function readPulses(bits: LowBitsFirst): number[] {
  const size = bits.read(6)
  let exponent = size > 15 ? (size >> 3) - 1 : 0
  let mantissa = size - (exponent << 3)
  if (mantissa === 0) {
    exponent = -4
    mantissa = 7
  } else {
    while (mantissa <= 7) {
      mantissa = (mantissa << 1) | 1
      exponent -= 1
    }
    mantissa -= 8
  }
  const shift = 6 - exponent
  const half = 1 << (shift - 1)
  const scale = mantissas[mantissa] ?? 0
  return Array.from({ length: pulseCount }, () => {
    const pulse = ((bits.read(3) << 1) - 7) << 12
    return saturated(multiplied(scale, pulse) + half) >> shift
  })
}

function areaRatio({ min, offset, inverse }: (typeof areaRatios)[number], code: number): number {
  const ratio = multiplied(inverse, saturated(((code + min) << 10) - (offset << 1)))
  return saturated(ratio * 2)
}

function reflection(ratio: number): number {
  const size = Math.min(Math.abs(ratio), 32_767)
  const factor = size < 11_059 ? size << 1 : size < 20_070 ? size + 11_059 : saturated((size >> 2) + 26_112)
  return ratio < 0 ? -factor : factor
}

function multiplied(left: number, right: number): number {
  return saturated((left * right + 16_384) >> 15)
}

function saturated(value: number): number {
  return Math.max(-32_768, Math.min(32_767, value))
}

class LowBitsFirst {
  readonly #bytes: Uint8Array
  #at = 0
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit += 1, this.#at += 1) {
      const byte = this.#bytes[this.#at >> 3] ?? 0
      value |= ((byte >> (this.#at & 7)) & 1) << bit
    }
    return value
  }
}
