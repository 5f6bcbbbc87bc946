import { type FileHandle, open } from 'node:fs/promises'
import type { AudioType } from './audio-type.ts'
import { joinChannels, KeyToneDetector, type KeyTone } from './dtmf.ts'
import { PeakMeter, type Peaks } from './peaks.ts'
import { RecordingError } from './recording-error.ts'
import { openSound } from './sound.ts'

/** What is in a recording. Times are seconds from its beginning. */
export type Examination = {
  type: AudioType
  sampleRate: number
  channels: number
  duration: number
  /** The outline of each channel. */
  peaks: Peaks[]
  /** The keys that were pressed, of all channels, in order. */
  keyTones: KeyTone[]
}

/** The longest recording that is worked on, in seconds: a working day. */
const maxSeconds = 12 * 3600

/**
 * Listens to a whole recording once.
 *
 * @throws RecordingError
 */
export async function examineSound(path: string): Promise<Examination> {
  const handle = await open(path)
  try {
    return await examine(handle)
  } finally {
    await handle.close()
  }
}

async function examine(handle: FileHandle): Promise<Examination> {
  const { type, sampleRate, channels, pieces } = await openSound({
    handle,
    bytes: (await handle.stat()).size,
  })
  const listeners = Array.from({ length: channels }, () => ({
    keys: new KeyToneDetector(sampleRate),
    outline: new PeakMeter(sampleRate),
  }))
  let samples = 0
  for await (const piece of pieces) {
    samples += piece[0]?.length ?? 0
    if (samples > maxSeconds * sampleRate)
      throw new RecordingError('tooLong', 'The recording is over 12 hours long.')
    for (const [channel, { keys, outline }] of listeners.entries()) {
      const own = piece[channel] ?? new Int16Array(0)
      keys.push(own)
      outline.push(own)
    }
  }
  return {
    type,
    sampleRate,
    channels,
    duration: samples / sampleRate,
    peaks: listeners.map(({ outline }) => outline.finish()),
    keyTones: joinChannels(listeners.map(({ keys }) => keys.finish())),
  }
}
