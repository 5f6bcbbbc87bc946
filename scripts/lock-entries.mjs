import { readFileSync } from 'node:fs'
import { at } from './places.mjs'

export const lockPath = at('package-lock.json')

export function readLock() {
  return JSON.parse(readFileSync(lockPath, 'utf8'))
}

/** Dependencies without an entry of their own: npm leaves out those for other platforms. */
export function missingEntries(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    [
      ...Object.entries(entry.dependencies ?? {}),
      ...Object.entries(entry.optionalDependencies ?? {}).map(([name, range]) => [name, range, true]),
    ]
      .filter(([name]) => !candidates(path, name).some((candidate) => lock.packages[candidate]))
      .map(([name, range, optional = false]) => ({ name, range, optional, wantedBy: path, parent: entry })),
  )
}

/** Where Node looks for a package, in its order. */
function candidates(path, name) {
  const found = []
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    if (!folder.endsWith('node_modules')) found.push(`${folder && `${folder}/`}node_modules/${name}`)
    if (folder === '') return found
  }
}
