import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LibAVWrapper } from '@libav.js/variant-fat'
import { z } from 'zod'
import { RecordingError } from './recording-error.ts'
import { readBytes, type SoundFile, type SoundPieces } from './sound-file.ts'
import { sampleOf, samplesOfFloats } from './wav-samples.ts'

/** How much of the file is taken apart at a time, in bytes. */
const packetBytes = 65_536

/** The types of the package leave out its only export. */
const Factory = z.object({
  default: z.custom<LibAVWrapper>((value) => typeof value === 'object' && value !== null),
})
const Floats = z.instanceof(Float32Array)
/** Opus comes with the samples of all channels by turns, AAC with an array for each. */
const Frame = z.object({ sample_rate: z.int(), channels: z.int(), data: z.union([Floats, z.array(Floats)]) })

/** Reads AAC in an MP4 file and Opus in an Ogg file. */
export async function* readWithLibav(file: SoundFile): SoundPieces {
  const factory = Factory.parse(await import('@libav.js/variant-fat')).default
  const base = dirname(fileURLToPath(import.meta.resolve('@libav.js/variant-fat')))
  const libav = await factory.LibAV({ noworker: true, base })
  try {
    libav.onblockread = (name, at, length) => {
      void readBytes(file, at, length).then(
        (bytes) => libav.ff_block_reader_dev_send(name, at, bytes),
        () => libav.ff_block_reader_dev_send(name, at, null),
      )
    }
    await libav.mkblockreaderdev('sound', file.bytes)
    await libav.av_log_set_level(libav.AV_LOG_QUIET)
    const [format, streams] = await libav.ff_init_demuxer_file('sound').catch(unreadable)
    const stream = streams.find((one) => one.codec_type === libav.AVMEDIA_TYPE_AUDIO)
    if (stream === undefined) throw new RecordingError('cut', 'The file contains no audio.')
    const [, context, packet, frame] = await libav
      .ff_init_decoder(stream.codec_id, stream.codecpar)
      .catch(unreadable)
    for (let ended = false; !ended;) {
      const [result, packets] = await libav.ff_read_multi(format, packet, undefined, { limit: packetBytes })
      ended = result !== 0 && result !== -libav.EAGAIN
      const own = packets[stream.index] ?? []
      const frames = await libav.ff_decode_multi(context, packet, frame, own, {
        fin: ended,
        ignoreErrors: true,
      })
      for (const one of frames) {
        const { sample_rate: sampleRate, channels, data } = Frame.parse(one)
        yield {
          sampleRate,
          channels: Array.isArray(data) ? data.map(samplesOfFloats) : taken(data, channels),
        }
      }
    }
  } finally {
    libav.terminate()
  }
}

function taken(floats: Float32Array, channels: number): Int16Array[] {
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Int16Array(floats.length / channels)
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = sampleOf(floats[at * channels + channel] ?? 0)
    return samples
  })
}

function unreadable(): never {
  throw new RecordingError('broken', 'The file cannot be read.')
}
