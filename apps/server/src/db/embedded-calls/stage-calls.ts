import { constants } from 'node:fs'
import { copyFile, cp, link, mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Checkpoint } from './checkpoint-file.ts'
import { callsFolder, passingFolders } from './restore-calls.ts'

/** What the table of calls has beside its parts. */
const ofTable = ['format_version.txt']

/**
 * Puts the store of calls into another folder, as a start would find it at this checkpoint. Parts never change: they get
 * another name, where the disk has that. Nobody may change calls meanwhile.
 */
export async function stageCalls(
  { from, to }: { from: string; to: string },
  { parts, mutations }: Checkpoint,
): Promise<void> {
  const table = callsFolder(from)
  if (table === undefined) throw new Error('there is no table of calls')
  const leftOut = new Set(passingFolders.map((name) => join(from, name)))
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !leftOut.has(path) && path !== table && !isOfStaging(path),
  })
  const copy = join(to, table.slice(from.length))
  await mkdir(copy, { recursive: true, mode: 0o700 })
  for (const name of [...ofTable, ...mutations]) await linkFile(join(table, name), join(copy, name))
  for (const { name } of parts) await linkFiles(join(table, name), join(copy, name))
}

/** Temporary folders of the engine, and half-written files. */
function isOfStaging(path: string): boolean {
  return /^(tmp_|delete_tmp_)|\.(part|tmp)$/.test(basename(path))
}

/** Gives all files of a folder, which never change, another name in a folder that is made. */
export async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) await linkFiles(join(from, entry.name), join(to, entry.name))
    else if (!isOfStaging(entry.name)) await linkFile(join(from, entry.name), join(to, entry.name))
  }
}

async function linkFile(from: string, to: string): Promise<void> {
  // Not every disk has links.
  await link(from, to).catch(async () => await copyFile(from, to, constants.COPYFILE_FICLONE))
}
