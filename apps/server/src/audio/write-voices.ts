import { open } from 'node:fs/promises'
import { openSound, type Sound } from './sound.ts'
import type { VoicePart } from './voice-parts.ts'
import { WavFile } from './wav-file.ts'

/**
 * Writes parts of the channels of a recording, each as a WAV file (16-bit, one channel) at its path.
 *
 * @throws RecordingError
 */
export async function writeVoices(
  from: string,
  parts: readonly (VoicePart & { path: string })[],
): Promise<void> {
  const source = await open(from)
  const files = new Map<string, WavFile>()
  try {
    const sound = await openSound({ handle: source, bytes: (await source.stat()).size })
    const shape = { sampleRate: sound.sampleRate, channels: 1 }
    for (const { path } of parts) files.set(path, await WavFile.open(path, shape))
    await write(sound, parts, files)
    for (const file of files.values()) await file.finish()
  } finally {
    for (const file of files.values()) await file.close()
    await source.close()
  }
}

async function write(
  { sampleRate, pieces }: Sound,
  parts: readonly (VoicePart & { path: string })[],
  files: ReadonlyMap<string, WavFile>,
): Promise<void> {
  let first = 0
  for await (const piece of pieces) {
    const count = piece[0]?.length ?? 0
    for (const { channel, start, end, path } of parts) {
      const from = Math.max(0, Math.round(start * sampleRate) - first)
      const to = Math.min(count, Math.round(end * sampleRate) - first)
      const samples = piece[channel]
      if (from < to && samples !== undefined) await files.get(path)?.write([samples.subarray(from, to)])
    }
    first += count
  }
}
