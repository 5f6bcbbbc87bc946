import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const LastBackup = z.object({
  made: z.object({ name: z.string(), at: z.iso.datetime(), bytes: z.int(), written: z.int() }).optional(),
  /** Since the last one that was made. */
  failed: z.object({ at: z.iso.datetime(), reason: z.string() }).optional(),
})
export type LastBackup = z.infer<typeof LastBackup>

function fileIn(dataDir: string): string {
  return join(dataDir, 'last-backup.json')
}

/** What is known of the last backup of a data folder. */
export async function readLastBackup(dataDir: string): Promise<LastBackup> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '{}')
  return LastBackup.catch({}).parse(JSON.parse(text))
}

export async function writeLastBackup(dataDir: string, last: LastBackup): Promise<void> {
  const half = `${fileIn(dataDir)}.part`
  await writeFile(half, JSON.stringify(last), { mode: 0o600 })
  await rename(half, fileIn(dataDir))
}
