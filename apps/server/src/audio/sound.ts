import { type AudioType, audioTypeBytes, audioTypeOf } from './audio-type.ts'
import { readWithLibav } from './libav-sound.ts'
import { readMp3 } from './mp3-sound.ts'
import { RecordingError } from './recording-error.ts'
import { readBytes, type SoundFile, type SoundPieces } from './sound-file.ts'
import { readWav } from './wav-sound.ts'

/** Sound as it is worked on: 16-bit samples, an array for each channel, read piece by piece and once. */
export type Sound = {
  type: AudioType
  /** Samples a second. */
  sampleRate: number
  channels: number
  /** Pieces in order; the arrays of one piece are as long as each other. */
  pieces: AsyncGenerator<Int16Array[]>
}

const readers: Record<AudioType, (file: SoundFile) => SoundPieces> = {
  wav: readWav,
  mp3: readMp3,
  opus: readWithLibav,
  m4a: readWithLibav,
}

/**
 * Opens a file of sound. Memory does not grow with its length.
 *
 * @throws RecordingError `unknown` when it is none that is read, `broken` when its head says what cannot be, `cut` when
 * there is no sound in it; reading the pieces may throw it too
 */
export async function openSound(file: SoundFile): Promise<Sound> {
  const type = audioTypeOf(await readBytes(file, 0, audioTypeBytes))
  if (type === undefined) {
    throw new RecordingError('unknown', 'This is not a WAV, MP3, Opus or M4A file.')
  }
  const pieces = readers[type](file)
  const first = await pieces.next()
  if (first.done === true) throw new RecordingError('cut', 'The file contains no audio.')
  const { sampleRate, channels } = first.value
  return { type, sampleRate, channels: channels.length, pieces: checkedPieces(first.value, pieces) }
}

async function* checkedPieces(
  first: { sampleRate: number; channels: Int16Array[] },
  rest: SoundPieces,
): AsyncGenerator<Int16Array[]> {
  yield first.channels
  for await (const { sampleRate, channels } of rest) {
    if (sampleRate !== first.sampleRate || channels.length !== first.channels.length) {
      throw new RecordingError('broken', 'The sample rate or number of channels changes within the file.')
    }
    yield channels
  }
}
