import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { change, systemActor } from '../apps/server/src/db/records/change.ts'
import { insertRecord } from '../apps/server/src/db/records/records.ts'
import { importFile } from '../apps/server/src/features/imports/import-file.ts'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { customer } from './runtime.ts'

const barLegsPerSecond = 40_000
/** 100,000 in half a minute. */
const barUndonePerSecond = 100_000 / 30
const pollMs = 20
const fixture = join(import.meta.dirname, '../apps/server/test/fixtures/asterisk/master-21-fields.csv')

/**
 * Many copies of a file of a telephone system: of the project's own each with new ids and callers, of another one with
 * new ids only.
 */
export async function importCopies(
  runtime: Runtime,
  { folder, copies, file }: { folder: string; copies: number; file: string | undefined },
) {
  const path = join(folder, 'Master.csv')
  const text = (await readFile(file ?? fixture, 'utf8')).trimEnd()
  const all = file === undefined ? copiesOf(text, copies) : copiesWithNewIds(text, copies)
  await pipeline(Readable.from(all), createWriteStream(path))
  const sourceId = await change(
    runtime.db,
    systemActor,
    async (transaction) =>
      await insertRecord(transaction, 'source', {
        customerId: customer.id,
        kind: 'asterisk',
        name: 'Asterisk',
        sourceSystem: 'asterisk',
        timeZone: customer.timeZone,
        country: null,
      }),
  )
  const startMs = performance.now()
  const { ended } = await importFile(runtime.imports, { path, sourceId, way: 'command' })
  await runtime.ingest.relationsSettled()
  const elapsedMs = performance.now() - startMs
  const { id, rows: legs, created: calls, rejected, bytes } = ended
  const legsPerSecond = legs / (elapsedMs / 1000)
  const isKept = legsPerSecond >= barLegsPerSecond
  const undone = await undo(runtime, { id, calls })
  return { legs, calls, rejected, elapsedMs, legsPerSecond, mb: bytes / 1e6, isKept, undone }
}

/** Deletes what was imported. */
async function undo({ db, imports }: Runtime, { id, calls }: { id: string; calls: number }) {
  const startMs = performance.now()
  await change(db, systemActor, async (transaction) => {
    const undoing = transaction.updateTable('import').set({ state: 'undoing', ended_at: null })
    await undoing.where('id', '=', id).execute()
  })
  imports.runner.wake()
  const under = db.selectFrom('import').where('id', '=', id).where('state', '=', 'undoing')
  while ((await under.select('id').executeTakeFirst()) !== undefined) await setTimeout(pollMs)
  const elapsedMs = performance.now() - startMs
  const callsPerSecond = calls / (elapsedMs / 1000)
  return { calls, elapsedMs, callsPerSecond, isKept: callsPerSecond >= barUndonePerSecond }
}

const firstDay = '2026-03-10'
/** From here to the end of the summer New York keeps one offset, so that times and ids agree in every copy. */
const days = 120

const idForm = /"(?:[^\s"]+-)?(\d{10}\.\d+)"/g

/** Everything but the ids stays, so that all copies of a caller are one history. */
function* copiesWithNewIds(text: string, copies: number): Generator<string> {
  for (let copy = 0; copy < copies; copy++) yield `${text.replaceAll(idForm, `"c${copy}-$1"`)}\n`
}

/** Each copy on a day of its own, with new ids, and with other last four digits of every outside number. */
function* copiesOf(text: string, copies: number): Generator<string> {
  for (let copy = 0; copy < copies; copy++) {
    const later = Math.floor((copy * days) / copies)
    const day = new Date(Date.parse(firstDay) + later * 86_400_000).toISOString().slice(0, 10)
    const line = String(copy % 10_000).padStart(4, '0')
    yield `${text
      .replaceAll(`"${firstDay} `, `"${day} `)
      .replaceAll(
        /"(?:[^\s"]+-)?(\d{10})(\.\d+)"/g,
        (_, second: string, rest: string) => `"c${copy}-${Number(second) + later * 86_400}${rest}"`,
      )
      .replaceAll(/(?<![\d.])(1?[2-9]\d{5})\d{4}(?![\d.])/g, `$1${line}`)}\n`
  }
}
