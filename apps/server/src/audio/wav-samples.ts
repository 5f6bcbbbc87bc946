import { GsmDecoder } from './gsm.ts'
import type { WavHeader } from './wav-header.ts'

/**
 * Reads the bytes of the sound, whole blocks at a time and in order, into 16-bit samples: an array for each channel.
 */
export function wavSampleReader(header: WavHeader): (bytes: Uint8Array) => Int16Array[] {
  if (header.coding === 'gsm') {
    const decoder = new GsmDecoder()
    return (bytes) => [readGsm(decoder, bytes, header)]
  }
  const sampleAt = sampleReader(header)
  const { blockBytes } = header
  const sampleBytes = header.bitsPerSample / 8
  return (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const count = Math.floor(bytes.length / blockBytes)
    return Array.from({ length: header.channels }, (_, channel) => {
      const samples = new Int16Array(count)
      let at = channel * sampleBytes
      for (let index = 0; index < count; index += 1, at += blockBytes) samples[index] = sampleAt(view, at)
      return samples
    })
  }
}

function readGsm(
  decoder: GsmDecoder,
  bytes: Uint8Array,
  { blockBytes, blockSamples }: WavHeader,
): Int16Array {
  const count = Math.floor(bytes.length / blockBytes)
  const samples = new Int16Array(count * blockSamples)
  for (let block = 0; block < count; block += 1) {
    samples.set(
      decoder.decodeBlock(bytes.subarray(block * blockBytes, (block + 1) * blockBytes)),
      block * blockSamples,
    )
  }
  return samples
}

function sampleReader({ coding, bitsPerSample }: WavHeader): (view: DataView, at: number) => number {
  if (coding === 'muLaw') return (view, at) => muLawSamples[view.getUint8(at)] ?? 0
  if (coding === 'aLaw') return (view, at) => aLawSamples[view.getUint8(at)] ?? 0
  if (coding === 'float') {
    return bitsPerSample === 32
      ? (view, at) => sampleOf(view.getFloat32(at, true))
      : (view, at) => sampleOf(view.getFloat64(at, true))
  }
  switch (bitsPerSample) {
    case 8:
      return (view, at) => (view.getUint8(at) - 128) << 8
    case 16:
      return (view, at) => view.getInt16(at, true)
    case 24:
      // The lowest of the three bytes is more than 16 bits can tell.
      return (view, at) => view.getInt16(at + 1, true)
    default:
      return (view, at) => view.getInt16(at + 2, true)
  }
}

/** A sample of -1 to 1 as 16 bits; what lies beyond is cut off, and what is no number is silence. */
export function sampleOf(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round((Number.isNaN(value) ? 0 : value) * 32_768)))
}

/** Samples of -1 to 1 as 16 bits. */
export function samplesOfFloats(floats: Float32Array): Int16Array {
  const samples = new Int16Array(floats.length)
  for (let at = 0; at < floats.length; at += 1) samples[at] = sampleOf(floats[at] ?? 0)
  return samples
}

/** What each byte of mu-law (G.711) stands for, as 16-bit samples. */
const muLawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff
  const size = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84
  return (bits & 0x80) === 0 ? size : -size
})

/** What each byte of A-law (G.711) stands for, as 16-bit samples. */
const aLawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = byte ^ 0x55
  const segment = (bits & 0x70) >> 4
  const step = ((bits & 0x0f) << 4) + 8
  const size = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return (bits & 0x80) === 0 ? -size : size
})
