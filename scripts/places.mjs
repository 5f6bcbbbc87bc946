import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. Programs are started from here, wherever npm was called. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Node 24, put there by the set-up: no other file decides which Node runs the sources. */
export const node = join(root, '.bin', process.platform === 'win32' ? 'node.exe' : 'node')

export function at(...parts) {
  return join(root, ...parts)
}
