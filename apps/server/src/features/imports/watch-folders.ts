import { access, constants, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Import } from '@callboard/contract/imports'
import { change, systemActor } from '../../db/records/change.ts'
import { loadActiveSources, type LoadedSource, noteSourceProblem } from '../sources/sources.ts'
import { allowedFolder, FolderRefused } from './allowed-folder.ts'
import { summaryOf } from './import-file.ts'
import { findImport, type ImportParts } from './imports.ts'
import * as store from './store.ts'

interface Folder {
  source: LoadedSource
  path: string
}

/** Where a file is while it is imported, and then. */
const places = { working: 'working', done: 'done', failed: 'failed' } as const

/** Of files that some program has not finished. */
const unfinished = /^\.|\.(part|partial|filepart|tmp|crdownload)$/i

/**
 * Takes files out of the folders of sources, where calls are written: one that has not changed from one look to the next is
 * moved into `working`, imported, and moved to `done` or `failed` with a report beside it. Only one process can move a
 * file away, and what one process leaves in `working` when it dies the next one goes on with.
 */
export class FolderWatcher {
  readonly #parts: ImportParts
  readonly #allowed: readonly string[]
  /** Size and time of the files at the last look, by path. */
  #seen = new Map<string, string>()
  /** What was said at sources, by their ids. */
  readonly #problems = new Map<string, string>()

  constructor(parts: ImportParts, allowed: readonly string[]) {
    this.#parts = parts
    this.#allowed = allowed
  }

  async poll(): Promise<void> {
    const { db, ingest } = this.#parts
    if (!ingest.isWriter) return
    const seen = new Map<string, string>()
    for (const source of await loadActiveSources(db)) {
      const { folder } = source.context.settings
      if (typeof folder !== 'string' || folder === '' || source.adapter.file === undefined) continue
      try {
        const path = await allowedFolder(folder, this.#allowed)
        await this.#scan({ source, path }, seen)
        await this.#say(source.id, null)
      } catch (error) {
        const sentence = sentenceOf(error, folder)
        if (sentence === undefined) throw error
        await this.#say(source.id, sentence)
      }
    }
    this.#seen = seen
  }

  async #scan(folder: Folder, seen: Map<string, string>): Promise<void> {
    for (const place of Object.values(places)) await mkdir(join(folder.path, place), { recursive: true })
    await this.#goOn(folder)
    for (const name of await filesIn(folder.path)) {
      if (!isWanted(name, folder.source)) continue
      const path = join(folder.path, name)
      const state = await stateOf(path)
      if (state === undefined) continue
      seen.set(path, state)
      if (this.#seen.get(path) !== state) continue
      seen.delete(path)
      await access(path, constants.R_OK)
      const claimed = await freePath(join(folder.path, places.working), name)
      if (await moveIfThere(path, claimed)) await this.#begin(folder, claimed)
    }
  }

  /** What is in `working`: not begun, under way, or ended. */
  async #goOn(folder: Folder): Promise<void> {
    const { db } = this.#parts
    const working = join(folder.path, places.working)
    const known = await store.selectOfFolder(db, folder.source.id)
    for (const name of await filesIn(working)) {
      const path = join(working, name)
      if (!known.some((one) => one.path === path)) await this.#begin(folder, path)
    }
    for (const { id, path, ended_at: endedAt } of known) {
      if (endedAt === null || path === null) continue
      await putAway(folder, path, await findImport(db, id))
      await change(db, systemActor, async (transaction) => await store.updatePath(transaction, id, null))
    }
  }

  async #begin({ source }: Folder, path: string): Promise<void> {
    const { db, runner } = this.#parts
    const found = await stat(path)
    await change(db, systemActor, async (transaction) => {
      const values = { source_id: source.id, name: basename(path), way: 'folder', path } as const
      await store.insertImport(transaction, { ...values, state: 'running', bytes: found.size })
    })
    runner.wake()
  }

  /** At the source; that all is well again only where something was said before. */
  async #say(id: string, problem: string | null): Promise<void> {
    if ((this.#problems.get(id) ?? null) === problem) return
    await noteSourceProblem(this.#parts.db, { id, problem })
    if (problem === null) this.#problems.delete(id)
    else this.#problems.set(id, problem)
  }
}

/** Moves an imported file to where it belongs, with a report beside it. */
async function putAway({ path: folder }: Folder, path: string, ended: Import): Promise<void> {
  const place = join(folder, ended.state === 'done' ? places.done : places.failed)
  const target = await freePath(place, basename(path))
  await moveIfThere(path, target)
  await writeFile(`${target}.txt`, `${summaryOf(ended).join('\n')}\n`)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  // Links may lead to what the operator does not allow.
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

function isWanted(name: string, { adapter }: LoadedSource): boolean {
  const endings = adapter.file?.endings ?? []
  return !unfinished.test(name) && endings.some((ending) => name.toLowerCase().endsWith(ending))
}

/** Undefined for one that is gone since. */
async function stateOf(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return `${size} ${mtimeMs}`
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** False when another process was faster. */
async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** The name, with a number where it is taken, by a file or by a report. */
async function freePath(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder))
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let count = 1; ; count += 1) {
    const one = count === 1 ? name : `${stem} (${count})${ending}`
    if (!taken.has(one) && !taken.has(`${one}.txt`)) return join(folder, one)
  }
}

function sentenceOf(error: unknown, folder: string): string | undefined {
  if (error instanceof FolderRefused) return error.message
  const path = error instanceof Error && 'path' in error ? basename(String(error.path)) : folder
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The portal may not read ${path} in the watched folder, or may not move it.`
    case 'ENOENT':
    case 'ENOTDIR':
      return `The watched folder ${folder} is no longer there.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no space left where the watched folder ${folder} is.`
    default:
      return undefined
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
