import type { ByteRange, FileStore } from '#server/lib/files/file-store.ts'

/** What is asked before each chunk that is written: it may wait, or throw. */
type Gate = (key: string, written: number) => Promise<void> | undefined

/** A store of files that a test can hold up, or have run full. */
export class GatedFiles implements FileStore {
  gate: Gate = () => undefined
  /** The longest file that there is space for. */
  spaceBytes = Infinity
  /** Nothing can be read. */
  isGone = false
  /** These cannot be deleted. */
  undeletable = new Set<string>()
  readonly #files: FileStore
  #resolve: () => void = () => undefined

  constructor(files: FileStore) {
    this.#files = files
  }

  /** Holds every file after its first chunk. */
  hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#resolve = resolve
    this.gate = async (_key, written) => (written === 0 ? undefined : await promise)
  }

  /** All files go on. */
  release(): void {
    this.gate = () => undefined
    this.#resolve()
  }

  async put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#files.put(key, this.#gated(key, chunks))
  }

  async requireSpace(bytes: number): Promise<void> {
    if (bytes > this.spaceBytes) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    await this.#files.requireSpace(bytes)
  }

  async *#gated(key: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let written = 0
    for await (const chunk of chunks) {
      await this.gate(key, written)
      yield chunk
      written += chunk.length
    }
    await this.gate(key, written)
  }

  async get(key: string, range?: ByteRange) {
    if (this.isGone) throw Object.assign(new Error('gone'), { code: 'EIO', syscall: 'open' })
    return await this.#files.get(key, range)
  }

  async delete(key: string): Promise<void> {
    if (this.undeletable.has(key))
      throw Object.assign(new Error('busy'), { code: 'EBUSY', syscall: 'unlink' })
    await this.#files.delete(key)
  }

  async list(): Promise<string[]> {
    return await this.#files.list()
  }
}
