import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, where all programs are started. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Node 24, which the set-up puts there. */
export const node = join(root, '.bin', process.platform === 'win32' ? 'node.exe' : 'node')

export function at(...parts) {
  return join(root, ...parts)
}
