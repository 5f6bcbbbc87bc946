import { crc32 } from 'node:zlib'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { ImportFiles, LedgerFile } from './import-files.ts'

/**
 * What became of a call:
 * - `created`: it was not there before
 * - `updated`: it was there before, and is other now
 * - `again`: the same import has brought it before, and it is other now
 */
const kinds = ['created', 'updated', 'again'] as const
type LedgerKind = (typeof kinds)[number]

export interface LedgerEntry {
  kind: LedgerKind
  id: string
  contentHash: string
}

const BatchEnd = z.strictObject({
  /** Of its rows. */
  digest: z.int(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  doubled: z.int(),
  /** Reason, how many, and what was wrong with one of them. */
  rejections: z.array(z.tuple([z.string(), z.int(), z.string().nullable().default(null)])),
  days: z.array(z.string()),
  firstCallAt: z.string().nullable(),
  lastCallAt: z.string().nullable(),
})
/** The figures of a batch that was accepted. */
export type BatchEnd = z.infer<typeof BatchEnd>

// A part: kind, number of the batch, length and checksum of what follows.
const headBytes = 13
const entryBytes = 25
const parts = { plan: 1, end: 2 } as const

/**
 * What became of the calls of an import, batch by batch. What a batch is about to bring is kept before it is accepted,
 * so that after a crash it is still known which calls were not there before; that it was accepted is noted after it, and
 * such batches are not accepted again.
 */
export class Ledger {
  readonly #file: LedgerFile
  readonly #oneAtATime = pLimit(1)
  readonly #ends = new Map<number, BatchEnd>()
  readonly #plans = new Map<number, Map<string, LedgerEntry>>()

  private constructor(file: LedgerFile) {
    this.#file = file
  }

  /** Goes on with the ledger of an earlier run, as far as that came. `onEntry` is given all that it has. */
  static async open(files: ImportFiles, id: string, onEntry: (entry: LedgerEntry) => void): Promise<Ledger> {
    const file = await files.openLedger(id)
    const ledger = new Ledger(file)
    let end = 0
    for await (const part of readParts(file.read())) {
      end = part.end
      if (part.kind === parts.end) {
        ledger.#ends.set(part.batch, BatchEnd.parse(JSON.parse(part.content.toString())))
        ledger.#plans.delete(part.batch)
      } else {
        const plan = ledger.#plans.get(part.batch) ?? new Map<string, LedgerEntry>()
        for (const entry of entriesOf(part.content)) {
          plan.set(keyOf(entry), entry)
          onEntry(entry)
        }
        ledger.#plans.set(part.batch, plan)
      }
    }
    // A part that a crash cut short.
    await file.truncate(end)
    return ledger
  }

  /** The figures of a batch that was accepted before. */
  endOf(batch: number): BatchEnd | undefined {
    return this.#ends.get(batch)
  }

  /**
   * What was to become of a call of this batch when it was tried before, of several that are alike of the first one: that holds,
   * as it may have been accepted then.
   */
  takePlanned(batch: number, call: { id: string; contentHash: string }): LedgerKind | undefined {
    const plan = this.#plans.get(batch)
    const planned = plan?.get(keyOf(call))
    plan?.delete(keyOf(call))
    return planned?.kind
  }

  /** Resolves when it is kept what a batch is about to bring. */
  async plan(batch: number, entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length === 0) return
    // What was planned before and is not among them may have been accepted all the same.
    const left = [...(this.#plans.get(batch)?.values() ?? [])]
    const all = [...left, ...entries]
    this.#plans.set(batch, new Map(all.map((entry) => [keyOf(entry), entry])))
    await this.#append(parts.plan, batch, encodeEntries(all))
    await this.#keep()
  }

  /** Notes that a batch was accepted. What a crash takes of it is accepted again, which changes nothing. */
  async end(batch: number, figures: BatchEnd): Promise<void> {
    this.#plans.delete(batch)
    await this.#append(parts.end, batch, Buffer.from(JSON.stringify(figures)))
  }

  async close(): Promise<void> {
    await this.#keep()
    await this.#file.close()
  }

  async #keep(): Promise<void> {
    await this.#oneAtATime(async () => await this.#file.keep())
  }

  async #append(kind: number, batch: number, content: Buffer): Promise<void> {
    const head = Buffer.alloc(headBytes)
    head.writeUInt8(kind, 0)
    head.writeUInt32LE(batch, 1)
    head.writeUInt32LE(content.length, 5)
    head.writeUInt32LE(crc32(content), 9)
    await this.#oneAtATime(async () => await this.#file.append(Buffer.concat([head, content])))
  }
}

/** All that an import brought, in portions of no more than a batch; nothing of one that ended before it began. */
export async function* readLedger(files: ImportFiles, id: string): AsyncGenerator<LedgerEntry[]> {
  // What was cut short was planned once more, with all that it had before.
  const last = new Map<number, number>()
  for await (const { kind, batch, end } of readParts(files.readLedger(id)))
    if (kind === parts.plan) last.set(batch, end)
  for await (const { kind, batch, content, end } of readParts(files.readLedger(id)))
    if (kind === parts.plan && last.get(batch) === end) yield entriesOf(content)
}

/** How many bytes of a ledger are whole parts: what follows was cut short by a crash. */
export async function readLength(chunks: AsyncIterable<Buffer>): Promise<number> {
  let length = 0
  for await (const { end } of readParts(chunks)) length = end
  return length
}

interface Part {
  kind: number
  batch: number
  content: Buffer
  /** Where the next one begins. */
  end: number
}

/** Those that are whole. */
async function* readParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let waiting: Buffer = Buffer.alloc(0)
  let end = 0
  for await (const chunk of chunks) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    let at = 0
    while (waiting.length - at >= headBytes) {
      const next = at + headBytes + waiting.readUInt32LE(at + 5)
      if (waiting.length < next) break
      const content = waiting.subarray(at + headBytes, next)
      if (crc32(content) !== waiting.readUInt32LE(at + 9)) return
      end += next - at
      yield { kind: waiting.readUInt8(at), batch: waiting.readUInt32LE(at + 1), content, end }
      at = next
    }
    waiting = waiting.subarray(at)
  }
}

function encodeEntries(entries: readonly LedgerEntry[]): Buffer {
  const content = Buffer.alloc(entries.length * entryBytes)
  for (const [at, { kind, id, contentHash }] of entries.entries()) {
    const from = at * entryBytes
    content.writeUInt8(kinds.indexOf(kind), from)
    content.write(id.replaceAll('-', ''), from + 1, 16, 'hex')
    content.writeBigUInt64LE(BigInt(contentHash), from + 17)
  }
  return content
}

function entriesOf(content: Buffer): LedgerEntry[] {
  return Array.from({ length: content.length / entryBytes }, (_, at) => {
    const from = at * entryBytes
    return {
      kind: kinds[content.readUInt8(from)] ?? 'updated',
      id: guidOf(content.toString('hex', from + 1, from + 17)),
      contentHash: content.readBigUInt64LE(from + 17).toString(),
    }
  })
}

function guidOf(digits: string): string {
  const groups = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)]
  return [...groups, digits.slice(20)].join('-')
}

function keyOf({ id, contentHash }: { id: string; contentHash: string }): string {
  return `${id} ${contentHash}`
}
