import { statfs } from 'node:fs/promises'

/**
 * What is left free on the disk of the data folder, by whom. Long files end first; calls are refused while all that was
 * accepted can still be stored; the engine's merges stop last, and what they leave is for the records of the portal.
 */
export const reserves = {
  files: 512 << 20,
  ingestion: 384 << 20,
  start: 320 << 20,
  engine: 256 << 20,
} as const

/** Bytes of the disk that a folder is on: those that are left for the portal, and all. */
export async function readSpace(folder: string): Promise<{ free: number; all: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

/** Throws `ENOSPC` when so many more bytes in the folder would take space that the databases need. */
export async function requireSpace(
  folder: string,
  bytes = 0,
  reserve: number = reserves.files,
): Promise<void> {
  const { free } = await readSpace(folder)
  if (free < reserve + bytes) throw Object.assign(new Error('too little space is left'), { code: 'ENOSPC' })
}

/** `disk_full` is PostgreSQL's. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']

/** Whether a write found no space. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.includes(error.code)
}
