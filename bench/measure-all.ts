import { loadavg, availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileTypes, isForReading } from '@callboard/contract/export-types'
import { askLists } from './administration.ts'
import { takeCallsIn } from './calls-in.ts'
import { attributeAll } from './attribution.ts'
import { backUp } from './backups.ts'
import { askDuringCorrections } from './corrections.ts'
import { fillWithDemo } from './demo.ts'
import { explainChanges } from './explanations.ts'
import { allCalls, callsToRead, exportFile, rateExport } from './export.ts'
import { askDuringFlood } from './fair-shares.ts'
import { fillCalls } from './fill-calls.ts'
import { importCopies } from './import.ts'
import { ingest } from './ingestion.ts'
import { loseRight } from './lost-right.ts'
import { readMappedFiles } from './mapped.ts'
import { elapsedMs } from './measure.ts'
import * as print from './print-results.ts'
import { recordCalls } from './recordings.ts'
import { openBenchRuntime } from './runtime.ts'
import type { ServerProcess, StartServer } from './server-process.ts'
import { compare } from './side-by-side.ts'
import type { Sizes } from './sizes.ts'
import { standStorms } from './storms.ts'
import { sendSubscriptions } from './subscriptions.ts'
import { progress, show } from './table.ts'
import { askWithWrongPasswords } from './wrong-sign-ins.ts'

export interface Bench {
  sizes: Sizes
  /** For the data of the portals that are measured. */
  folder: string
  startServer: StartServer
  /** Of a telephone system, instead of the project's own. */
  importFile?: string | undefined
}

type Runtime = Awaited<ReturnType<typeof openBenchRuntime>>

const restartBarMs = 10_000

/** Measures all parts, one after the other, and prints each when it is done. */
export async function measureAll(bench: Bench) {
  const nowMs = Date.now()
  const machine = describeMachine(nowMs)
  const folder = join(bench.folder, 'data')
  const runtime = await openBenchRuntime(folder)
  const inProcess = await measureInProcess(runtime, { sizes: bench.sizes, nowMs })
  await runtime.close()
  const { apiKey } = runtime
  const corrections = await askDuringCorrections(folder, { ...bench, apiKey, nowMs })
  print.printCorrections(corrections, bench.sizes)
  return {
    machine,
    ...inProcess,
    corrections,
    ...(await measureServer(bench, { folder, apiKey, nowMs })),
    ...(await measureApart(bench)),
  }
}

/** On what it is measured. */
function describeMachine(nowMs: number) {
  const machine = {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    /** Of the minute before: how busy something else keeps the machine. */
    load: loadavg()[0] ?? 0,
    at: new Date(nowMs).toISOString(),
  }
  const { cores, processor, memoryGb, node, load, at } = machine
  console.log(`${cores} cores (${processor}), ${memoryGb} GB, Node ${node}, load ${show(load)} before, ${at}`)
  if (load > 0.3 * cores)
    console.log('Something else keeps this machine busy: the figures will tell of that too.')
  return machine
}

/** What the portal adds to its stores, in this process. */
async function measureInProcess(runtime: Runtime, { sizes, nowMs }: { sizes: Sizes; nowMs: number }) {
  const fill = await makeCalls(runtime, { count: sizes.calls, nowMs })
  const questions = await compare(runtime, { nowMs, sizes, onDone: progress })
  progress('')
  print.printQuestions(questions, sizes)
  const explanations = await explainChanges(runtime, { nowMs, sizes })
  print.printExplanations(explanations)
  const wrongSignIns = await askWithWrongPasswords(runtime, sizes.wrongPasswords)
  print.printWrongSignIns(wrongSignIns)
  const lostRight = await loseRight(runtime, sizes.streams)
  print.printLostRight(lostRight)
  const lists = await askLists(runtime, sizes)
  print.printLists(lists, sizes)
  return { fill, questions, explanations, wrongSignIns, lostRight, lists }
}

async function makeCalls({ calls, snapshots }: Runtime, { count, nowMs }: { count: number; nowMs: number }) {
  const onProgress = (done: number) => progress(`${show(done)} calls made`)
  const fillMs = await elapsedMs(async () => {
    snapshots.filled(await fillCalls(calls, { count, nowMs, onProgress }))
  })
  progress('')
  console.log(`${show(count)} calls of 24 months, made in ${show(fillMs / 1000)} s`)
  return { calls: count, elapsedMs: fillMs, rowsPerSecond: count / (fillMs / 1000) }
}

/** What a server does with the calls that were made, and when it starts after a kill. */
async function measureServer(
  { sizes, startServer }: Bench,
  { folder, apiKey, nowMs }: { folder: string; apiKey: string; nowMs: number },
) {
  const server = await startServer(folder, 16)
  const fairShares = await askDuringFlood(server, { apiKey, nowMs, sizes })
  print.printFairShares(fairShares)
  const exported = []
  for (const { name: type, contentType: accept, extension } of fileTypes) {
    const asked = isForReading(extension) ? callsToRead(nowMs, sizes.calls) : allCalls(nowMs, sizes.calls)
    exported.push(rateExport(type, { asked, done: await exportFile(server, asked, accept) }))
  }
  print.printExports(exported)
  const ingestion = await ingest(server, { apiKey, nowMs, batches: sizes.batches, singles: sizes.singles })
  print.printIngestion(ingestion)
  // It leaves every call twice for a while, which exports and others would tell of.
  const attribution = await attributeAll(server, { nowMs, sizes })
  print.printAttribution(attribution)
  const backups = await backUp(server, { folder, place: join(folder, '../backups'), sizes })
  await server.kill()
  print.printBackups(backups)
  let restarted: ServerProcess | undefined
  const restartMs = await elapsedMs(async () => (restarted = await startServer(folder, 1)))
  await restarted?.stop()
  const restart = { restartMs, isKept: restartMs <= restartBarMs }
  print.printRestart(restart)
  return { fairShares, export: exported, ingestion, attribution, backups, restart }
}

/** What has a portal of its own. */
async function measureApart(bench: Bench) {
  const { folder, sizes, importFile: file } = bench
  const storms = await standStorms(join(folder, 'storms'), bench)
  print.printStorms(storms)
  const recordings = await recordCalls(join(folder, 'recordings'), bench)
  print.printRecordings(recordings)
  const subscriptions = await sendSubscriptions(join(folder, 'subscriptions'), bench)
  print.printSubscriptions(subscriptions)
  const runtime = await openBenchRuntime(join(folder, 'import'))
  const imported = await importCopies(runtime, { folder, copies: sizes.importCopies, file })
  await runtime.close()
  print.printImport(imported)
  const callsIn = await takeCallsIn(join(folder, 'calls-in'), bench)
  print.printCallsIn(callsIn)
  const mapped = await readMappedFiles(folder, { rows: sizes.mappedRows, sheetRows: sizes.mappedSheetRows })
  print.printMapped(mapped)
  const demo = await fillWithDemo(join(folder, 'demo'), sizes.demoCalls)
  print.printDemo(demo)
  return { storms, recordings, subscriptions, import: imported, callsIn, mapped, demo }
}
