import { open } from 'node:fs/promises'
import { overwrite, type Overwriting, type TimeRange } from './overwrite.ts'
import { PeakMeter, type Peaks } from './peaks.ts'
import { openSound, type Sound } from './sound.ts'
import { WavFile } from './wav-file.ts'

/**
 * Writes a recording again as WAV (16-bit), without what is said in the ranges. Everything else stays as it is,
 * sample by sample.
 *
 * @returns the outline of what was written, so that it too tells nothing of the ranges
 * @throws RecordingError
 */
export async function writeRedacted(
  from: string,
  to: string,
  what: { ranges: TimeRange[]; by: Overwriting },
): Promise<{ peaks: Peaks[]; bytes: number }> {
  const source = await open(from)
  try {
    const sound = await openSound({ handle: source, bytes: (await source.stat()).size })
    const target = await WavFile.open(to, sound)
    try {
      return await write(sound, target, what)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function write(
  { sampleRate, channels, pieces }: Sound,
  target: WavFile,
  { ranges, by }: { ranges: TimeRange[]; by: Overwriting },
): Promise<{ peaks: Peaks[]; bytes: number }> {
  const outlines = Array.from({ length: channels }, () => new PeakMeter(sampleRate))
  let first = 0
  for await (const piece of pieces) {
    overwrite(piece, { first, sampleRate, ranges, by })
    for (const [channel, outline] of outlines.entries()) outline.push(piece[channel] ?? new Int16Array(0))
    await target.write(piece)
    first += piece[0]?.length ?? 0
  }
  const bytes = await target.finish()
  return { peaks: outlines.map((outline) => outline.finish()), bytes }
}
