import { type FileHandle, open } from 'node:fs/promises'
import { overwrite, type Overwriting, type Stretch } from './overwrite.ts'
import { PeakMeter, type Peaks } from './peaks.ts'
import { openSound } from './sound.ts'

const headerBytes = 44

/**
 * Writes a recording again as WAV (16-bit), without what is said in the stretches. Everything else stays as it is,
 * sample by sample.
 *
 * @returns the outline of what was written, so that it too tells nothing of the stretches
 * @throws RecordingError
 */
export async function writeRedacted(
  from: string,
  to: string,
  what: { stretches: Stretch[]; by: Overwriting },
): Promise<{ peaks: Peaks[]; bytes: number }> {
  const source = await open(from)
  try {
    const target = await open(to, 'w', 0o600)
    try {
      return await write(source, target, what)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function write(
  source: FileHandle,
  target: FileHandle,
  { stretches, by }: { stretches: Stretch[]; by: Overwriting },
): Promise<{ peaks: Peaks[]; bytes: number }> {
  const sound = await openSound({ handle: source, bytes: (await source.stat()).size })
  const { sampleRate, channels } = sound
  const outlines = Array.from({ length: channels }, () => new PeakMeter(sampleRate))
  await target.write(new Uint8Array(headerBytes))
  let first = 0
  for await (const piece of sound.pieces) {
    overwrite(piece, { first, sampleRate, stretches, by })
    for (const [channel, outline] of outlines.entries()) outline.push(piece[channel] ?? new Int16Array(0))
    // Unlike a write, all of it or an error: the last bytes that a full disk takes are no end of the sound.
    await target.writeFile(interleaved(piece))
    first += piece[0]?.length ?? 0
  }
  const bytes = first * channels * 2
  await target.write(wavHeader({ sampleRate, channels, bytes }), 0, headerBytes, 0)
  await target.sync()
  return { peaks: outlines.map((outline) => outline.finish()), bytes: headerBytes + bytes }
}

function interleaved(piece: Int16Array[]): Buffer {
  const count = piece[0]?.length ?? 0
  const bytes = Buffer.alloc(count * piece.length * 2)
  for (const [channel, samples] of piece.entries()) {
    for (let at = 0; at < count; at += 1)
      bytes.writeInt16LE(samples[at] ?? 0, (at * piece.length + channel) * 2)
  }
  return bytes
}

function wavHeader({
  sampleRate,
  channels,
  bytes,
}: {
  sampleRate: number
  channels: number
  bytes: number
}): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0)
  header.writeUInt32LE(Math.min(headerBytes - 8 + bytes, 0xff_ff_ff_ff), 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * channels * 2, 28)
  header.writeUInt16LE(channels * 2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(Math.min(bytes, 0xff_ff_ff_ff), 40)
  return header
}
