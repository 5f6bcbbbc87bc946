import { statfs } from 'node:fs/promises'

/** Twice what the portal asks for to start, so that a long file ends before anything else has to. */
export const reserveBytes = 512 << 20

/** Throws `ENOSPC` when so many more bytes in the folder would take space that the databases need. */
export async function requireSpace(folder: string, bytes = 0, reserve = reserveBytes): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reserve + bytes)
    throw Object.assign(new Error('too little space is left'), { code: 'ENOSPC' })
}

/** `disk_full` is PostgreSQL's. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']

/** Whether a write found no space. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.includes(error.code)
}
