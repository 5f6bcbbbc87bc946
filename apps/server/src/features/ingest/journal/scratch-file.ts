import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Ends the name of a file that is deleted at the next start, if a crash leaves it behind. */
export const unfinishedFile = '.part'

/** Writes a temporary file for `work`. */
export async function withScratchFile(
  folder: string,
  content: Buffer,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const path = join(folder, `scratch-${randomBytes(6).toString('hex')}${unfinishedFile}`)
  try {
    await writeFile(path, content, { mode: 0o600 })
    await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
