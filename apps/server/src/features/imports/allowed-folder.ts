import { realpath } from 'node:fs/promises'
import { isAbsolute, sep } from 'node:path'

/** Why a folder cannot be used: a sentence for people. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused'
}

/**
 * Where a folder is that somebody named in the portal. Throws `FolderRefused` unless it is there and lies in one of those that
 * the operator allows, so that nobody reads the disk of the portal by its settings.
 */
export async function allowedFolder(folder: string, allowed: readonly string[]): Promise<string> {
  if (!isAbsolute(folder)) throw new FolderRefused(`${folder} is no absolute path of a folder.`)
  const roots = await Promise.all(allowed.map(async (root) => await realpath(root).catch(() => undefined)))
  const place = await realpath(folder).catch(() => undefined)
  const isWithin = roots.some((root) => root !== undefined && `${place}${sep}`.startsWith(`${root}${sep}`))
  // Of other folders nobody is told whether they are there.
  if (isWithin && place !== undefined) return place
  throw new FolderRefused(
    `${folder} is not there, or not in a folder that the operator of the portal allows (IMPORT_FOLDERS).`,
  )
}
