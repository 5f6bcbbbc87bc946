import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCheckpoint } from '#server/db/checkpoint-file.ts'
import { callsFolder } from '#server/db/restore-calls.ts'

/**
 * What a power cut may leave of the folder of a portal that was killed: nothing that the engine wrote after the last
 * checkpoint is certain. By turns its files are empty, cut short, or not there. Returns how many parts were met.
 */
export function cutPower(clickhouse: string, turn: number): number {
  const table = callsFolder(clickhouse)
  const checkpoint = readCheckpoint(clickhouse)
  if (table === undefined || checkpoint === undefined) throw new Error('there is no checkpoint')
  const synced = new Set([
    'format_version.txt',
    'detached',
    ...checkpoint.parts.map(({ name }) => name),
    ...checkpoint.mutations,
  ])
  const lost = readdirSync(table).filter((name) => !synced.has(name))
  for (const [at, name] of lost.entries()) lose(join(table, name), turn + at)
  return lost.length
}

function lose(path: string, turn: number): void {
  const isFolder = statSync(path).isDirectory()
  const files = isFolder ? readdirSync(path).map((name) => join(path, name)) : [path]
  if (turn % 3 === 0) rmSync(path, { recursive: true })
  else
    for (const file of files) {
      // In a file of its own, as parts that a mutation made share files with those before.
      const left = readFileSync(file)
      rmSync(file)
      writeFileSync(file, turn % 3 === 1 ? '' : left.subarray(0, left.length / 2))
    }
}
