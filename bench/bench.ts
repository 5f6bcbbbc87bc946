import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { askLists, type Asked } from './administration.ts'
import { askDuringCorrections, type AskedMeanwhile } from './corrections.ts'
import { fileTypes, isForReading } from '@callboard/contract/export-types'
import { fillWithDemo } from './demo.ts'
import { type Explained, explainChanges } from './explanations.ts'
import { allCalls, callsToRead, type Exported, exportFile } from './export.ts'
import { fillCalls } from './fill-calls.ts'
import { importCopies } from './import.ts'
import { ingest } from './ingestion.ts'
import { loseRight } from './lost-right.ts'
import { elapsedMs } from './measure.ts'
import { type BenchOptions, readOptions } from './options.ts'
import { type Recorded, recordCalls } from './recordings.ts'
import { openBenchRuntime } from './runtime.ts'
import { startServer } from './server-process.ts'
import { compare } from './side-by-side.ts'
import { standStorms } from './storms.ts'
import { sendSubscriptions, type Subscribed } from './subscriptions.ts'
import { printTable } from './table.ts'
import { askWithWrongPasswords, type WrongSignIns } from './wrong-sign-ins.ts'

const batches = 200
const singles = 3000

const options = readOptions(process.argv.slice(2))
const temporary = await mkdtemp(join(tmpdir(), 'callboard-bench-'))
try {
  const results = await measureAll(options, temporary)
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`)
} finally {
  await rm(temporary, { recursive: true, force: true })
}
// What is embedded keeps threads of its own, which end with the process.
process.exit(0)

async function measureAll(wanted: BenchOptions, folder: string) {
  const { calls, rounds, changes, importCopies: copies, importFile: file } = wanted
  const nowMs = Date.now()
  const machine = describeMachine(nowMs)
  const { cores, processor, memoryGb, node, load, at } = machine
  console.log(`${cores} cores (${processor}), ${memoryGb} GB, Node ${node}, load ${show(load)} before, ${at}`)
  if (load > 0.3 * cores)
    console.log('Something else keeps this machine busy: the figures will tell of that too.')

  const runtime = await openBenchRuntime(join(folder, 'data'))
  const fill = await makeCalls(runtime, { count: calls, nowMs })
  const questions = await askQuestions(runtime, { nowMs, rounds })
  const explanations = await explainChanges(runtime, { nowMs, rounds: Math.min(rounds, 5) })
  printExplanations(explanations)
  const wrongSignIns = await askWithWrongPasswords(runtime)
  printWrongSignIns(wrongSignIns)
  const lostRight = await loseRight(runtime)
  printTable(
    'Event streams, until all have ended after their user lost the right. Bar: 1000 ms',
    ['streams', 'ms'],
    [[lostRight.streams, lostRight.endedMs]],
  )
  const lists = await askLists(runtime, changes)
  printLists(lists, changes)
  await runtime.close()

  const { apiKey } = runtime
  const corrections = await askDuringCorrections(join(folder, 'data'), { apiKey, nowMs, rounds })
  printCorrections(corrections, rounds)
  const server = await startServer(join(folder, 'data'), 16)
  const exported: ExportedType[] = []
  for (const { name: type, contentType: accept, extension } of fileTypes) {
    const asked = isForReading(extension) ? callsToRead(nowMs, calls) : allCalls(nowMs, calls)
    const done = await exportFile(server, asked, accept)
    exported.push({ type, isWhole: done.rows === asked.calls, ...done })
  }
  printExports(exported)
  const failure = exported
    .map((one) => one.failure ?? (one.isWhole ? undefined : 'not every call came'))
    .find((problem) => problem !== undefined)
  if (failure !== undefined) console.log(`\n  NOT ALL CALLS: ${failure}`)
  const ingested = await ingest(server, { apiKey, nowMs, batches, singles })
  await server.kill()
  printIngestion(ingested)
  let restarted: typeof server | undefined
  const restartMs = await elapsedMs(async () => (restarted = await startServer(join(folder, 'data'), 1)))
  await restarted?.stop()
  printTable('A start after kill -9. Bar: 10 s', ['s'], [[restartMs / 1000]])

  const storms = await standStorms(join(folder, 'storms'))
  printStorms(storms)
  const recorded = await recordCalls(join(folder, 'recordings'), wanted.recordings)
  printRecordings(recorded)
  const subscribed = await sendSubscriptions(join(folder, 'subscriptions'), wanted.subscriptions)
  printSubscriptions(subscribed)
  const other = await openBenchRuntime(join(folder, 'import'))
  const imported = await importCopies(other, { folder, copies, file })
  await other.close()
  printImport(imported)
  const demo = await fillWithDemo(join(folder, 'demo'))
  printTable('Demo data at a first start', ['calls', 's'], [[demo.calls, demo.elapsedMs / 1000]])
  return {
    machine,
    fill,
    questions,
    explanations,
    corrections,
    wrongSignIns,
    lostRight,
    lists,
    export: exported,
    ingestion: ingested,
    restartMs,
    storms,
    recordings: recorded,
    subscriptions: subscribed,
    import: imported,
    demo,
  }
}

async function makeCalls(
  { calls, snapshots }: Awaited<ReturnType<typeof openBenchRuntime>>,
  { count, nowMs }: { count: number; nowMs: number },
) {
  const onProgress = (done: number) => progress(`${show(done)} calls made`)
  const fillMs = await elapsedMs(async () => {
    snapshots.filled(await fillCalls(calls, { count, nowMs, onProgress }))
  })
  progress('')
  console.log(`${show(count)} calls of 24 months, made in ${show(fillMs / 1000)} s`)
  return { calls: count, elapsedMs: fillMs, rowsPerSecond: count / (fillMs / 1000) }
}

/** On what it is measured. */
function describeMachine(nowMs: number) {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    /** Of the minute before: how busy something else keeps the machine. */
    load: loadavg()[0] ?? 0,
    at: new Date(nowMs).toISOString(),
  }
}

async function askQuestions(
  runtime: Awaited<ReturnType<typeof openBenchRuntime>>,
  { nowMs, rounds }: { nowMs: number; rounds: number },
) {
  const onDone = ({ question }: { question: string }) => progress(question)
  const questions = await compare(runtime, { nowMs, rounds, onDone })
  progress('')
  printQuestions(questions, rounds)
  return questions
}

function printQuestions(questions: Awaited<ReturnType<typeof compare>>, rounds: number): void {
  printTable(
    `Engine alone and API, by turns; median of ${rounds}, ms. Bar: 1.5 × engine + 5 (details), 1.3 × engine + 5 (reports)`,
    ['question', 'engine', 'API', 'ratio', 'bar', ''],
    questions.map((row) => [row.question, row.engineMs, row.apiMs, row.ratio, row.barMs, row.isKept]),
  )
}

function printExplanations(explained: readonly Explained[]): void {
  printTable(
    'Why it changed, by all dimensions, since the period before; median, ms. Bar: 1000',
    ['question', 'ms', 'bar', ''],
    explained.map((row) => [row.question, row.ms, row.barMs, row.isKept]),
  )
}

function printCorrections(corrections: readonly AskedMeanwhile[], rounds: number): void {
  for (const [title, slowed] of [
    ['after 1,000 calls in all months were corrected five times', 'after'],
    ['while they are corrected again every two seconds', 'meanwhile'],
  ] as const) {
    printTable(
      `API at rest and ${title}, by turns; median of ${rounds} and least, ms. Bar: 1.15 × at rest`,
      ['question', 'at rest', 'corrected', 'ratio', '', 'least at rest', 'corrected'],
      corrections.map(({ question, [slowed]: row }) => [
        question,
        row.atRestMs,
        row.correctedMs,
        row.correctedMs / row.atRestMs,
        row.isKept,
        row.leastAtRestMs,
        row.leastCorrectedMs,
      ]),
    )
  }
}

function printWrongSignIns({ refused, limited, tries }: WrongSignIns): void {
  printTable(
    `Wrong passwords by turns for a name that somebody has and one that nobody has; median of ${tries}, ms. Bar: 5 apart`,
    ['answer', 'known', 'unknown', 'apart'],
    [wrongSignInRow('400, the password is not right', refused), wrongSignInRow('429, too many', limited)],
  )
}

function wrongSignInRow(answer: string, { knownMs, unknownMs }: WrongSignIns['refused']) {
  return [answer, knownMs, unknownMs, Math.abs(knownMs - unknownMs)]
}

function printLists(lists: readonly Asked[], changes: number): void {
  printTable(
    `Lists with 10,000 users, 50,000 entities and ${show(changes)} change records; median of 25, ms`,
    ['list', 'shown', 'ms', 'bar', ''],
    lists.map((row) => [row.list, row.found, row.ms, row.barMs, row.isKept]),
  )
}

interface ExportedType extends Exported {
  type: string
  isWhole: boolean
}

function printExports(exported: readonly ExportedType[]): void {
  printTable(
    'All calls as a file through HTTP, 10,000 of them as one for reading',
    [
      'type',
      'rows',
      'MB',
      's',
      'rows/s',
      'server before, MB',
      'at 25 %',
      '50 %',
      '75 %',
      '100 %',
      'at most, MB',
    ],
    exported.map((file) => [
      file.type,
      file.rows,
      file.mb,
      file.elapsedMs / 1000,
      file.rowsPerSecond,
      file.residentBeforeMb,
      ...[0, 1, 2, 3].map((quarter) => file.residentAtMb[quarter]),
      file.residentPeakMb,
    ]),
  )
}

function printIngestion(ingested: Awaited<ReturnType<typeof ingest>>): void {
  printTable(
    'POST /api/calls, acknowledged when on disk',
    ['way', 'connections', 'rows', 'rows/s', 'request p50, ms', 'p99, ms', 'all readable after, ms'],
    ingested.map((load) => [
      load.way,
      load.connections,
      load.rows,
      load.rowsPerSecond,
      load.p50Ms,
      load.p99Ms,
      load.readableAfterMs,
    ]),
  )
}

function printStorms(storms: Awaited<ReturnType<typeof standStorms>>): void {
  printTable(
    'Storms. Bar: all answered, somebody else’s p99 under 300 ms, slow sockets gone within 15 s',
    ['storm', 'count', 'answers', 'last after, s', 'others’ p50, ms', 'p99', 'most', ''],
    storms.map((row) => [
      row.what,
      row.count,
      Object.entries(row.statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
      row.lastMs / 1000,
      row.othersP50Ms,
      row.othersP99Ms,
      row.othersMaxMs,
      row.isKept,
    ]),
  )
}

/** Of what the server does while somebody else uses the portal. */
const besideColumns = [
  'server before, MB',
  'at 25 %',
  '50 %',
  '75 %',
  '100 %',
  'at most, MB',
  'others’ p50, ms',
  'p99',
  'most',
  '',
]

function besideFigures(done: Recorded | Subscribed) {
  return [
    done.residentBeforeMb,
    ...[0, 1, 2, 3].map((quarter) => done.residentAtMb[quarter]),
    done.residentPeakMb,
    done.othersP50Ms,
    done.othersP99Ms,
    done.othersMaxMs,
    done.isKept,
  ]
}

function printRecordings(recorded: Recorded): void {
  const { count, perSecond } = recorded
  printTable(
    'Recordings of 88 s in stereo, uploaded one after the other and worked on. Bar: memory flat, others’ p99 under 300 ms',
    ['recordings', 'a second', ...besideColumns],
    [[count, perSecond, ...besideFigures(recorded)]],
  )
  printTable(
    'One of them while nothing else is done, and 64 kB of its sound from anywhere in it. Bar: ready in 2000 ms',
    ['ready after, ms', 'range p50, ms', 'p99'],
    [[recorded.readyMs, recorded.rangeP50Ms, recorded.rangeP99Ms]],
  )
}

function printSubscriptions(subscribed: Subscribed): void {
  const { count, readings, sent } = subscribed
  printTable(
    'Subscriptions due at the same time, each a mail with a CSV of 1,000 rows. Bar: all sent, others’ p99 under 300 ms',
    ['due', 'different', 'sent', 's', 'a second', ...besideColumns],
    [
      [
        count,
        readings,
        sent,
        subscribed.elapsedMs / 1000,
        subscribed.perSecond,
        ...besideFigures(subscribed),
      ],
    ],
  )
}

function printImport(imported: Awaited<ReturnType<typeof importCopies>>): void {
  printTable(
    'Import of an Asterisk file, until prior and returned calls are worked out',
    ['legs', 'MB', 'calls', 'rejected', 's', 'legs/s'],
    [
      [
        imported.legs,
        imported.mb,
        imported.calls,
        imported.rejected,
        imported.elapsedMs / 1000,
        imported.legsPerSecond,
      ],
    ],
  )
}

function show(figure: number): string {
  return figure.toLocaleString('en-US', { maximumFractionDigits: figure < 100 ? 1 : 0 })
}

function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`)
}
