import { randomUUID } from 'node:crypto'
import type { ChartInput } from '@callboard/contract/charts/charted-answer'
import { fileFormats, type FileFormat } from '@callboard/contract/export-types'
import type { RunReportAnswer } from '@callboard/contract/reports'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { AppError } from '../../lib/app-error.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { AboutParts } from '../../report-engine/files/formats/about-file.ts'
import { contentTypeOf } from '../../report-engine/files/opened-file.ts'
import type { MailBlock } from '../../report-engine/mails/mail-block.ts'
import type { MailChart } from '../../report-engine/mails/mail-chart.ts'
import { buildMailTable, mailRows } from '../../report-engine/mails/mail-table.ts'
import type { Reading } from '../../report-engine/summary/read-once.ts'
import type { MailAttachment } from '../../db/tables/mail-tables.ts'
import type { Db } from '../../db/tables/schema.ts'
import { isMasked, prepareDeliveredFile, readDeliveredReport } from '../reports/running/delivered-report.ts'
import { findUnmet } from './render-condition.ts'
import { DeliverySkipped, type Reader } from './render-reader.ts'
import type { RunToRender } from './render-store.ts'

export interface ReadingParts extends StoredCalls {
  db: Db
  files: FileStore
}

/** A report as it was read for all who have the same rows of it. */
export interface RunReading {
  /** Of the saved report. */
  name: string
  about: AboutParts
  notes: string
  period: { from: string; to: string }
  rowCount: number
  snapshot: number
  table: MailBlock
  chart: { key: string; bytes: number; block: (cid: string) => MailBlock } | undefined
  files: readonly ReadFile[]
  /** Why files are not there that should be, a sentence each. */
  leftOut: readonly string[]
}

export type ReadFile = Omit<MailAttachment, 'cid'>

interface ReadingOfRun {
  run: RunToRender
  at: Snapshot
  /** Who reads it. */
  worker: string
  signal: AbortSignal
}

/** All that a reading depends on, but the snapshot: what is equal by this is read once for all subscriptions of a due time. */
export function keyOfReading(run: RunToRender, { caller, report }: Reader): string {
  const { saved, key } = report
  return JSON.stringify([
    key,
    saved.name,
    saved.view['measure'],
    saved.view['across'],
    run.exportTypes,
    run.cause === 'schedule' ? run.condition : null,
    isMasked(report.run, caller),
  ])
}

/** Reads what a mail shows and writes its files. Throws `DeliverySkipped` where the condition is not met. */
export async function readRun(
  parts: ReadingParts,
  { caller, report }: Reader,
  { run, at, worker, signal }: ReadingOfRun,
): Promise<RunReading> {
  const { db, calls, snapshots } = parts
  const reading = { calls, snapshots, at, signal }
  // Whoever asks for it by hand wants to see it.
  if (run.condition !== null && run.cause === 'schedule') {
    const unmet = await findUnmet(run.condition, report.run, reading)
    if (unmet !== undefined) throw new DeliverySkipped(unmet)
  }
  const { drawn, ...read } = await readMail({ db, ...reading }, { caller, report })
  const chart = drawn && (await keepChart(parts, worker, drawn))
  const { files, leftOut } = await writeFiles(parts, { caller, report }, { run, at, worker, signal })
  return { ...read, snapshot: at.number, chart, files, leftOut }
}

/** What a mail shows, before anything of it is kept. */
export async function readMail(
  { db, ...reading }: Reading & Pick<ReadingParts, 'db'>,
  { caller, report }: Pick<Reader, 'caller' | 'report'>,
): Promise<Omit<RunReading, 'snapshot' | 'chart' | 'files' | 'leftOut'> & { drawn: MailChart | undefined }> {
  const asking = { db, caller }
  const { answer, about } = await readDeliveredReport(asking, report.run, { ...reading, maxRows: mailRows })
  const drawn = await drawChart({
    answer,
    ...report.run.input.definition.chart,
    measure: report.saved.view['measure'],
    across: report.saved.view['across'],
    weekStartsOn: report.run.input.weekStartsOn,
  })
  const masked = isMasked(report.run, caller)
    ? ['Only redacted transcripts were searched, because originals never leave the portal.']
    : []
  return {
    name: report.saved.name,
    about,
    notes: [...about.notes, ...masked].join(' '),
    period: { from: answer.meta.from, to: answer.meta.to },
    rowCount: answer.meta.rowCount,
    table: buildMailTable(answer),
    drawn,
  }
}

async function drawChart(
  input: Omit<ChartInput, 'answer'> & { answer: RunReportAnswer },
): Promise<MailChart | undefined> {
  if (input.type === 'none') return undefined
  // What draws is loaded when it is needed first: a portal starts without it.
  const { drawMailChart } = await import('../../report-engine/mails/mail-chart.ts')
  return await drawMailChart(input)
}

async function keepChart(
  { files }: ReadingParts,
  worker: string,
  { png, block }: MailChart,
): Promise<RunReading['chart']> {
  const key = keyOf(worker, 'png')
  await files.put(key, oneChunk(png))
  return { key, bytes: png.length, block }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** It begins with the worker, by which a file is known that no delivery names yet. */
function keyOf(worker: string, extension: string): string {
  return `${worker}-${randomUUID()}.${extension}`
}

async function writeFiles(
  parts: ReadingParts,
  reader: Pick<Reader, 'caller' | 'report'>,
  reading: ReadingOfRun,
): Promise<Pick<RunReading, 'files' | 'leftOut'>> {
  const files: ReadFile[] = []
  const leftOut: string[] = []
  for (const format of fileFormats.filter((one) => reading.run.exportTypes.includes(one))) {
    try {
      files.push(await writeFile(parts, reader, { ...reading, format }))
    } catch (error) {
      if (!(error instanceof AppError) || !isOfType(error)) throw error
      leftOut.push(`Without a file of type ${format.toUpperCase()}: ${error.message}`)
    }
  }
  return { files, leftOut }
}

/** Whether the report cannot be had as this type, while others may. */
function isOfType({ code }: AppError): boolean {
  return code === 'tooManyRows' || code === 'exportNotAllowed'
}

async function writeFile(
  { db, calls, snapshots, files }: ReadingParts,
  { caller, report }: Pick<Reader, 'caller' | 'report'>,
  { at, worker, signal, format }: ReadingOfRun & { format: FileFormat },
): Promise<ReadFile> {
  const prepared = prepareDeliveredFile({ db, caller }, report.run, format)
  const onWritten = async (bytes: number) => await files.requireSpace(bytes)
  // One thread: what people wait for has the others.
  const file = await prepared.open({ calls, snapshots, at, signal, threads: 1, onWritten })
  const key = keyOf(worker, format)
  let bytes = 0
  async function* counted() {
    for await (const chunk of file.bytes) {
      signal.throwIfAborted()
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    await files.put(key, counted())
  } finally {
    await file.bytes.return?.()
  }
  return { name: file.fileName, contentType: contentTypeOf(format), key, bytes }
}
