import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What replaced parts are kept for, in seconds: the last checkpoint may need them. */
const oldPartsSeconds = 480

/** Writes what the engine takes from a file only, and gives its path. */
export function writeEngineConfig(folder: string, reserveBytes: number): string {
  const path = join(folder, 'engine.xml')
  writeFileSync(
    path,
    `<clickhouse>
  <storage_configuration>
    <disks><default><keep_free_space_bytes>${reserveBytes}</keep_free_space_bytes></default></disks>
  </storage_configuration>
  <merge_tree>
    <old_parts_lifetime>${oldPartsSeconds}</old_parts_lifetime>
  </merge_tree>
</clickhouse>
`,
    { mode: 0o600 },
  )
  return path
}
