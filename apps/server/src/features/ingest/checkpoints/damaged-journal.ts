import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf } from '../rows/batch.ts'
import { DamagedJournal, FolderJournal, isChange } from '../journal/folder-journal.ts'

export interface DamagedFile {
  file: string
  /** Lines of it that are whole; undefined for a note of calls that were deleted. */
  calls: number | undefined
}

/** Moves damaged files of the journal out of the way, and says what is left of them. */
export async function putDamagedAside(folder: string): Promise<DamagedFile[]> {
  if (!(await isThere(folder))) return []
  try {
    await FolderJournal.open(folder, 0)
    return []
  } catch (error) {
    if (!(error instanceof DamagedJournal)) throw error
    const aside = join(folder, 'damaged')
    await mkdir(aside, { recursive: true, mode: 0o700 })
    const put: DamagedFile[] = []
    for (const file of error.files) {
      const calls = isChange(file) ? undefined : linesOf(await readFile(join(folder, file))).length
      put.push({ file, calls })
      await rename(join(folder, file), join(aside, file))
    }
    return put
  }
}

/** Has a journal do that begins after a change, which is the last one that is stored. False when it has all since. */
export async function forgetGap(folder: string, number: number): Promise<boolean> {
  if (!(await isThere(folder))) return false
  const { journal } = await FolderJournal.open(folder, 0)
  if ((await journal.readKept()) <= number) return false
  await journal.noteKept(number)
  return true
}

async function isThere(folder: string): Promise<boolean> {
  return await stat(folder).then(
    () => true,
    () => false,
  )
}
