// Holds package-lock.json to three facts: it is whole for every platform, names no registry address, and every
// package has a checksum, save those for other platforms that the registry in use did not carry.
import { missingEntries, readLock } from './lock-entries.mjs'

const lock = readLock()
const faults = [
  ...missingEntries(lock).map(
    ({ name, wantedBy }) =>
      `${name}, a dependency of ${wantedBy}, has no entry: run node scripts/complete-lock.mjs`,
  ),
  ...Object.entries(lock.packages).flatMap(([path, entry]) => faultsOf(path, entry)),
]

for (const fault of faults) console.error(`package-lock.json: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

function faultsOf(path, entry) {
  if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return []
  if (entry.link) return []
  return [
    ...(entry.resolved ? [`${path} names an address`] : []),
    ...(entry.integrity || (entry.optional && entry.os) ? [] : [`${path} has no checksum`]),
  ]
}
