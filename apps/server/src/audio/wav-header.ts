import { gsmBlockBytes, gsmBlockSamples } from './gsm.ts'
import { RecordingError } from './recording-error.ts'

export type WavCoding = 'pcm' | 'float' | 'muLaw' | 'aLaw' | 'gsm'

export type WavHeader = {
  coding: WavCoding
  channels: number
  /** Samples a second. */
  sampleRate: number
  bitsPerSample: number
  /** Bytes that are read together: one sample of each channel, or a block of GSM. */
  blockBytes: number
  /** Samples of a channel in a block. */
  blockSamples: number
  /** Where in the file the sound begins, in bytes. */
  start: number
  /** Where it ends: never behind the end of the file, whatever the header says, and never within a block. */
  end: number
}

const codings: Record<number, { coding: WavCoding; bits: readonly number[] }> = {
  1: { coding: 'pcm', bits: [8, 16, 24, 32] },
  3: { coding: 'float', bits: [32, 64] },
  6: { coding: 'aLaw', bits: [8] },
  7: { coding: 'muLaw', bits: [8] },
  49: { coding: 'gsm', bits: [] },
}
/** The format is in the first two bytes of a longer id. */
const extensible = 0xff_fe

/** How much of a file is looked through for its header, in bytes: what comes before the sound is seldom over 1 kB. */
export const wavHeadBytes = 65_536

/**
 * What the head of a WAV file says. A length that lies (0 or 4 GiB, as of a file that was never closed) means: up to
 * the end of the file.
 *
 * @param head the first {@link wavHeadBytes} bytes of the file, or all of a shorter one
 * @param fileBytes how long the whole file is
 * @throws RecordingError `broken` or `cut`
 */
export function readWavHeader(head: Uint8Array, fileBytes: number): WavHeader {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  let format: ReturnType<typeof readFormat> | undefined
  let at = 12
  while (at + 8 <= head.length) {
    const name = String.fromCharCode(...head.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const body = at + 8
    if (name === 'fmt ') {
      if (length < 16 || body + length > head.length) throw broken('The description of its sound is cut.')
      format = readFormat(view, body, length)
    }
    if (name === 'data') {
      if (format === undefined) throw broken('Its sound comes before the description of it.')
      const bytes = Math.min(length === 0 ? fileBytes : length, fileBytes - body)
      const blocks = Math.floor(bytes / format.blockBytes)
      return { ...format, start: body, end: body + blocks * format.blockBytes }
    }
    // Chunks begin at even places.
    at = body + length + (length % 2)
  }
  throw new RecordingError('cut', 'The WAV file has no sound.')
}

function readFormat(view: DataView, at: number, length: number) {
  const tag = view.getUint16(at, true)
  const channels = view.getUint16(at + 2, true)
  const sampleRate = view.getUint32(at + 4, true)
  const bitsPerSample = view.getUint16(at + 14, true)
  const number = tag === extensible && length >= 26 ? view.getUint16(at + 24, true) : tag
  const found = codings[number]
  if (found === undefined) throw new RecordingError('unknown', `WAV files of format ${number} are not read.`)
  const { coding, bits } = found
  if (channels < 1 || channels > 8) throw broken(`It says that it has ${channels} channels.`)
  if (sampleRate < 4000 || sampleRate > 192_000)
    throw broken(`It says that it has ${sampleRate} samples a second.`)
  if (coding === 'gsm') {
    if (channels !== 1) throw broken('GSM sound has one channel.')
    return {
      coding,
      channels,
      sampleRate,
      bitsPerSample: 16,
      blockBytes: gsmBlockBytes,
      blockSamples: gsmBlockSamples,
    }
  }
  if (!bits.includes(bitsPerSample)) throw broken(`It says that a sample has ${bitsPerSample} bits.`)
  const blockBytes = (channels * bitsPerSample) / 8
  return { coding, channels, sampleRate, bitsPerSample, blockBytes, blockSamples: 1 }
}

function broken(sentence: string) {
  return new RecordingError('broken', `The WAV file cannot be read. ${sentence}`)
}
