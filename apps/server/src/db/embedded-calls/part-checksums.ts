/**
 * The sizes of a part's files, from the engine's own list of them (`checksums.txt`, version 4): a header line, then compressed
 * blocks, each behind 16 bytes of hash, a byte for the method and the lengths before and after, as 32 bits.
 */
export function readChecksums(bytes: Buffer): Map<string, number> {
  if (!bytes.subarray(0, header.length).equals(header)) throw new Error('not a list of checksums')
  const reader = new ListReader(Buffer.concat(blocksOf(bytes.subarray(header.length))))
  const sizes = new Map<string, number>()
  for (let left = reader.number(); left > 0; left--) {
    const name = reader.text()
    sizes.set(name, reader.number())
    reader.skip(hashBytes)
    // What it is uncompressed.
    if (reader.byte() === 1) {
      reader.number()
      reader.skip(hashBytes)
    }
  }
  return sizes
}

const header = Buffer.from('checksums format version: 4\n')
const hashBytes = 16
const uncompressed = 0x02
const lz4 = 0x82
/** Of a method and two lengths, which the first length includes. */
const blockHeaderBytes = 9

function blocksOf(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    at += hashBytes
    const method = bytes.readUInt8(at)
    const end = at + bytes.readUInt32LE(at + 1)
    if (end > bytes.length) throw new Error('the list of checksums breaks off')
    const content = bytes.subarray(at + blockHeaderBytes, end)
    if (method === lz4) blocks.push(decodeLz4(content, bytes.readUInt32LE(at + 5)))
    else if (method === uncompressed) blocks.push(content)
    else throw new Error(`a list of checksums by the method ${method}`)
    at = end
  }
  return blocks
}

/** One block of LZ4: ranges of new bytes, each followed by a copy of earlier ones. */
function decodeLz4(block: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length)
  let [at, to] = [0, 0]
  const lengthFrom = (short: number) => {
    let sum = short
    if (short !== 15) return sum
    for (let more = 255; more === 255; sum += more) more = block.readUInt8(at++)
    return sum
  }
  while (at < block.length) {
    const token = block.readUInt8(at++)
    const literals = lengthFrom(token >> 4)
    block.copy(out, to, at, at + literals)
    at += literals
    to += literals
    if (at >= block.length) break
    const back = block.readUInt16LE(at)
    at += 2
    const copied = lengthFrom(token & 15) + 4
    // Byte by byte, as it may overlap itself.
    for (const end = to + copied; to < end; to++) out.writeUInt8(out.readUInt8(to - back), to)
  }
  if (to !== length) throw new Error('a block of checksums is not as long as it says')
  return out
}

class ListReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  /** Seven bits a byte, the lowest first. */
  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  text(): string {
    const length = this.number()
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  skip(bytes: number): void {
    this.#at += bytes
  }
}
