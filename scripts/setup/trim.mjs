import { readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../places.mjs'

/** Maps from built code back to its source, and the headers of C++ add-ons, which are not compiled here. */
const unread = /\.map$|[\\/]node-[^\\/]+[\\/]include[\\/]/

/** Removes what nobody reads from the installed packages: a seventh of what they take. */
export function trim() {
  const packages = at('node_modules')
  for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && unread.test(path)) rmSync(path)
  }
  // npm reads its own list of what is installed only while that is newer than the packages.
  const now = new Date()
  utimesSync(join(packages, '.package-lock.json'), now, now)
}
