import { accessSync, constants, statfsSync } from 'node:fs'

const memory = '/dev/shm'

/** Many times what the tests and journeys have there at once. */
const neededBytes = 4 * 2 ** 30

/**
 * Puts the temporary folders of this process and its children into memory, where there is room for them. The stores of a
 * portal are more than a thousand files: to make them on a disk takes the processor longer than most tests do.
 */
export function keepTemporaryFoldersInMemory(): void {
  if (process.env['TMPDIR'] === undefined && hasSpace()) process.env['TMPDIR'] = memory
}

function hasSpace(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
