import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf } from './batch.ts'
import { DamagedJournal, FolderJournal } from './folder-journal.ts'

/** Moves damaged files of the journal out of the way, and says how many of their lines are whole. */
export async function putDamagedAside(folder: string): Promise<{ file: string; calls: number }[]> {
  if (!(await isThere(folder))) return []
  try {
    await FolderJournal.open(folder, 0)
    return []
  } catch (error) {
    if (!(error instanceof DamagedJournal)) throw error
    const aside = join(folder, 'damaged')
    await mkdir(aside, { recursive: true, mode: 0o700 })
    const put: { file: string; calls: number }[] = []
    for (const file of error.files) {
      put.push({ file, calls: linesOf(await readFile(join(folder, file))).length })
      await rename(join(folder, file), join(aside, file))
    }
    return put
  }
}

async function isThere(folder: string): Promise<boolean> {
  return await stat(folder).then(
    () => true,
    () => false,
  )
}
