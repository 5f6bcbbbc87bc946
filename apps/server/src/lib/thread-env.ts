import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * What a thread sees of the environment: only where compiled modules are kept, without which most of its start is to compile
 * them anew.
 */
export function threadEnv(): Record<string, string> {
  // Node answers the folder of its own version, below the one that was named.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
