import { type FileHandle, open } from 'node:fs/promises'

const headerBytes = 44

interface Shape {
  /** Samples a second. */
  sampleRate: number
  channels: number
}

/** A WAV file (16-bit) that is written piece by piece. */
export class WavFile {
  readonly #file: FileHandle
  readonly #shape: Shape
  #bytes = 0

  private constructor(file: FileHandle, shape: Shape) {
    this.#file = file
    this.#shape = shape
  }

  static async open(path: string, shape: Shape): Promise<WavFile> {
    const file = await open(path, 'w', 0o600)
    await file.write(new Uint8Array(headerBytes))
    return new WavFile(file, shape)
  }

  /** Samples of each channel, as many of each. */
  async write(piece: Int16Array[]): Promise<void> {
    const bytes = interleaved(piece)
    // Unlike a write, all of it or an error: the last bytes that a full disk takes are no end of the sound.
    await this.#file.writeFile(bytes)
    this.#bytes += bytes.length
  }

  /** Returns how many bytes the file has. */
  async finish(): Promise<number> {
    await this.#file.write(wavHeader(this.#shape, this.#bytes), 0, headerBytes, 0)
    await this.#file.sync()
    return headerBytes + this.#bytes
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
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

function wavHeader({ sampleRate, channels }: Shape, bytes: number): Buffer {
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
