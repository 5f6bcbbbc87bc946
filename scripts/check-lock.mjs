// Checks that package-lock.json is complete for every platform, has no address of a registry, and has a checksum for every
// package but those for other platforms that the registry in use does not have; and that the portal may be passed on with
// all of its packages.
import { isAllowed, listComponents } from './components.mjs'
import { missingEntries, readLock } from './lock-entries.mjs'

const lock = readLock()
const errors = [
  ...missingEntries(lock).map(
    ({ name, wantedBy }) =>
      `${name}, a dependency of ${wantedBy}, has no entry: run node scripts/complete-lock.mjs`,
  ),
  ...Object.entries(lock.packages).flatMap(([path, entry]) => errorsOf(path, entry)),
  ...listComponents(lock)
    .filter(({ license }) => !isAllowed(license))
    .map(
      ({ path, license }) =>
        `${path} has the licence ${license}, which scripts/components.mjs does not allow`,
    ),
]

for (const error of errors) console.error(`package-lock.json: ${error}`)
process.exitCode = errors.length > 0 ? 1 : 0

function errorsOf(path, entry) {
  if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return []
  if (entry.link) return []
  return [
    ...(entry.resolved ? [`${path} has an address`] : []),
    ...(entry.integrity || (entry.optional && entry.os) ? [] : [`${path} has no checksum`]),
  ]
}
