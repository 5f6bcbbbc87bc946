import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { StartError } from '../../lib/files/data-dir.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { BackupKey } from './backup-key.ts'
import { backupName, Manifest, timeOfBackup } from './manifest.ts'

const Header = z.strictObject({
  format: z.literal(1),
  /** Of the portal whose backups these are. */
  portalId: z.string(),
  /** What the key makes of a known text; without a key the hash of it. */
  keyCheck: z.string(),
})

const headerName = 'callboard.backups'
const keyCheckText = Buffer.from('callboard backups')
const objectName = /^([\da-f]{64})\.object$/
const manifestName = /^(.+)\.backup$/

/** Something of a backup is missing, or is not as it was written. */
export class DamagedBackup extends StartError {
  override readonly name = 'DamagedBackup'
}

/**
 * A folder, or a bucket, with the backups of one portal. Each content is kept there once, however many backups have it: a
 * backup after another one brings what has changed.
 */
export class BackupPlace {
  readonly #files: FileStore
  readonly #key: BackupKey
  readonly #known: Set<string>

  private constructor(files: FileStore, key: BackupKey, known: Set<string>) {
    this.#files = files
    this.#key = key
    this.#known = known
  }

  /**
   * With the id of the portal it is made the place of its backups, where it has none yet.
   *
   * @throws StartError when it is none, or that of another portal, or has another key
   */
  static async open(files: FileStore, key: BackupKey, portalId?: string): Promise<BackupPlace> {
    const found = await readWhole(files, headerName)
    const keyCheck = await key.nameOf(keyCheckText)
    const names = await files.list()
    if (found === undefined) {
      if (portalId === undefined) throw new StartError('There are no backups in this place.')
      if (names.length > 0)
        throw new StartError('The place for backups holds something else. Choose an empty one.')
      await files.put(headerName, contentOf(Buffer.from(JSON.stringify({ format: 1, portalId, keyCheck }))))
    } else {
      const header = readHeader(found)
      if (portalId !== undefined && header.portalId !== portalId)
        throw new StartError('The place holds the backups of another portal. Choose an empty one.')
      if (header.keyCheck !== keyCheck)
        throw new StartError(
          key.isEncrypting
            ? 'The backups in this place were made with another key, or without one.'
            : 'The backups in this place are encrypted: name the file with their key.',
        )
    }
    const objects = names.flatMap((name) => objectName.exec(name)?.[1] ?? [])
    return new BackupPlace(files, key, new Set(objects))
  }

  /** Keeps a content; gives its name, and how many bytes were written: none where it was there already. */
  async keep(content: Uint8Array): Promise<{ name: string; written: number }> {
    const name = await this.#key.nameOf(content)
    if (this.#known.has(name)) return { name, written: 0 }
    const sealed = await this.#key.seal(content)
    await this.#files.put(`${name}.object`, contentOf(sealed))
    this.#known.add(name)
    return { name, written: sealed.length }
  }

  /** Throws `DamagedBackup`. */
  async read(name: string): Promise<Buffer> {
    const content = await this.#read(`${name}.object`)
    if ((await this.#key.nameOf(content)) !== name)
      throw new DamagedBackup(`The backup is damaged: ${name} has changed.`)
    return content
  }

  async keepManifest(name: string, manifest: Manifest): Promise<number> {
    const sealed = await this.#key.seal(Buffer.from(JSON.stringify(manifest)))
    await this.#files.put(`${name}.backup`, contentOf(sealed))
    return sealed.length
  }

  async readManifest(name: string): Promise<Manifest> {
    try {
      return Manifest.parse(JSON.parse((await this.#read(`${name}.backup`)).toString()))
    } catch (cause) {
      if (cause instanceof DamagedBackup) throw cause
      throw new DamagedBackup(`The list of files of the backup ${name} cannot be read.`, { cause })
    }
  }

  /** The names of all backups, the oldest first. */
  async list(): Promise<string[]> {
    const names = (await this.#files.list()).flatMap((name) => manifestName.exec(name)?.[1] ?? [])
    return names.filter((name) => backupName.test(name)).toSorted()
  }

  /** Deletes all backups from before a time but the newest one, and what none of the others has. Returns how many. */
  async deleteBefore(timeMs: number): Promise<number> {
    const names = await this.list()
    const old = names.filter((name) => timeOfBackup(name).getTime() < timeMs && name !== names.at(-1))
    if (old.length === 0) return 0
    const kept = names.filter((name) => !old.includes(name))
    const wanted = new Set<string>()
    for (const name of kept)
      for (const { pieces } of (await this.readManifest(name)).files)
        for (const [object] of pieces) wanted.add(object)
    // A backup without some of its objects is worse than none.
    for (const name of old) await this.#files.delete(`${name}.backup`)
    for (const name of [...this.#known].filter((one) => !wanted.has(one))) {
      await this.#files.delete(`${name}.object`)
      this.#known.delete(name)
    }
    return old.length
  }

  async #read(file: string): Promise<Buffer> {
    const sealed = await readWhole(this.#files, file)
    if (sealed === undefined) throw new DamagedBackup(`The backup is damaged: ${file} is missing.`)
    try {
      return await this.#key.open(sealed)
    } catch (cause) {
      throw new DamagedBackup(`The backup is damaged: ${file} has changed.`, { cause })
    }
  }
}

function readHeader(content: Buffer): z.infer<typeof Header> {
  try {
    return Header.parse(JSON.parse(content.toString()))
  } catch (cause) {
    throw new StartError('The backups in this place are of a newer version of the portal, or damaged.', {
      cause,
    })
  }
}

async function readWhole(files: FileStore, name: string): Promise<Buffer | undefined> {
  const file = await files.get(name)
  return file === undefined ? undefined : await buffer(file.bytes)
}

async function* contentOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content)
}
