// Imported before a portal (`node --import`), in its threads as well: notes all that the process puts on disk, for
// cut-power.ts, which takes the rest away. What is removed from the journal is set aside, as it may be there again.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { NotedSync } from './cut-power.ts'
import { watchSyncs } from './watch-syncs.ts'

const notes = new URL(import.meta.url).searchParams.get('notes') ?? ''
const { appendFileSync, fstatSync, linkSync, lstatSync, mkdirSync, readdirSync } = fs
const { rename, rm } = fs.promises
const aside = `${notes}.aside`
mkdirSync(aside, { recursive: true })

watchSyncs((path, descriptor) => {
  const found = fstatSync(descriptor)
  const { ino, size, mtimeMs } = found
  const noted: NotedSync = found.isDirectory()
    ? { folder: path, names: listNames(path) }
    : { ino, size, mtimeMs }
  appendFileSync(notes, `${JSON.stringify(noted)}\n`)
})

/** Others come and go meanwhile. */
function listNames(folder: string): [string, number][] {
  return readdirSync(folder).flatMap((name) => {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return found === undefined ? [] : [[name, found.ino]]
  })
}

function setAside(path: unknown): void {
  if (typeof path !== 'string' || basename(dirname(path)) !== 'spool') return
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === true) linkSync(path, join(aside, String(found.ino)))
}

fs.promises.rm = async (path, options) => {
  setAside(path)
  await rm(path, options)
}
fs.promises.rename = async (from, to) => {
  setAside(to)
  await rename(from, to)
}
syncBuiltinESMExports()
