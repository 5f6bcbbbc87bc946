import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing } from '../../lib/system-error.ts'
import { syncPath } from './part-files.ts'

const Checkpoint = z.strictObject({
  /** Of the newest change of calls that it holds. */
  number: z.int(),
  at: z.iso.datetime(),
  /** What the table of calls consists of, with the number of rows. */
  parts: z.array(z.strictObject({ name: z.string(), rows: z.int() })),
  /** Files of statements that the engine carries out in the background. */
  mutations: z.array(z.string()),
})

/** The calls at a moment between two changes, all of it on disk. */
export type Checkpoint = z.infer<typeof Checkpoint>

function fileIn(folder: string): string {
  return join(folder, 'checkpoint.json')
}

/** Undefined when there is none yet. Throws for one that cannot be read. */
export function readCheckpoint(folder: string): Checkpoint | undefined {
  let text: string
  try {
    text = readFileSync(fileIn(folder), 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return Checkpoint.parse(JSON.parse(text))
}

/** Takes the place of the last one when all of it is on disk. */
export function writeCheckpoint(folder: string, checkpoint: Checkpoint): void {
  const path = fileIn(folder)
  const half = `${path}.part`
  const descriptor = openSync(half, 'w', 0o600)
  try {
    writeFileSync(descriptor, JSON.stringify(checkpoint))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(half, path)
  syncPath(folder)
}
