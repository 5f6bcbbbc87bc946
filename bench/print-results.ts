import type { attributeAll } from './attribution.ts'
import type { backUp } from './backups.ts'
import type { askLists } from './administration.ts'
import type { askDuringCorrections } from './corrections.ts'
import type { askDuringFlood } from './fair-shares.ts'
import type { fillWithDemo } from './demo.ts'
import type { explainChanges } from './explanations.ts'
import type { rateExport } from './export.ts'
import type { takeCallsIn } from './calls-in.ts'
import type { importCopies } from './import.ts'
import type { readMappedFiles } from './mapped.ts'
import type { ingest } from './ingestion.ts'
import type { loseRight } from './lost-right.ts'
import type { recordCalls } from './recordings.ts'
import type { compare } from './side-by-side.ts'
import type { Sizes } from './sizes.ts'
import type { standStorms } from './storms.ts'
import type { sendSubscriptions } from './subscriptions.ts'
import { printTable, show } from './table.ts'
import type { askWithWrongPasswords } from './wrong-sign-ins.ts'

/** What a part measured. */
type Of<Part extends (...asked: never[]) => unknown> = Awaited<ReturnType<Part>>

export function printQuestions(questions: Of<typeof compare>, { rounds }: Sizes): void {
  printTable(
    `Engine alone and API, by turns; median of ${rounds}, ms. Bar: 1.5 × engine + 5 (details), 1.3 × engine + 5 (reports)`,
    ['question', 'engine', 'API', 'ratio', 'bar', ''],
    questions.map((row) => [row.question, row.engineMs, row.apiMs, row.ratio, row.barMs, row.isKept]),
  )
}

export function printExplanations(explained: Of<typeof explainChanges>): void {
  printTable(
    'Why it changed, by all dimensions, since the period before; median, ms. Bar: 1000',
    ['question', 'ms', 'bar', ''],
    explained.map((row) => [row.question, row.ms, row.barMs, row.isKept]),
  )
}

export function printCorrections(
  corrections: Of<typeof askDuringCorrections>,
  { rounds, correctedCalls }: Sizes,
): void {
  for (const [title, slowed] of [
    [`after ${show(correctedCalls)} calls in all months were corrected five times`, 'after'],
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
        row.minAtRestMs,
        row.minCorrectedMs,
      ]),
    )
  }
}

export function printFairShares(asked: Of<typeof askDuringFlood>): void {
  const { question, connections, floodPerSecond, atRest, meanwhile, isKept } = asked
  printTable(
    `${question}, while somebody else asks for callers of two years over ${connections} connections; ms. Bar: p99 under 300`,
    ['at rest p50', 'p99', 'meanwhile p50', 'p99', '', 'the other’s answers a second'],
    [[atRest.p50Ms, atRest.p99Ms, meanwhile.p50Ms, meanwhile.p99Ms, isKept, floodPerSecond]],
  )
}

export function printAttribution(attributed: Of<typeof attributeAll>): void {
  const { calls, attributedMs, millionMs, othersP50Ms, othersP99Ms, othersMaxMs, isKept } = attributed
  printTable(
    'What all numbers stand for is said anew; meanwhile somebody reads. Bar: a million calls in 180 s, others’ p99 under 300 ms',
    ['calls', 's', 's a million', '', 'others p50', 'p99', 'max, ms'],
    [[calls, attributedMs / 1000, millionMs / 1000, isKept, othersP50Ms, othersP99Ms, othersMaxMs]],
  )
}

export function printWrongSignIns({ refused, limited, tries }: Of<typeof askWithWrongPasswords>): void {
  printTable(
    `Wrong passwords by turns for a name that somebody has and one that nobody has; median of ${tries}, ms. Bar: 5 apart`,
    ['answer', 'known', 'unknown', 'apart', ''],
    [wrongSignInRow('400, the password is not right', refused), wrongSignInRow('429, too many', limited)],
  )
}

function wrongSignInRow(answer: string, { knownMs, unknownMs }: Of<typeof askWithWrongPasswords>['refused']) {
  const apartMs = Math.abs(knownMs - unknownMs)
  return [answer, knownMs, unknownMs, apartMs, apartMs <= 5]
}

export function printLostRight({ streams, endedMs, isKept }: Of<typeof loseRight>): void {
  printTable(
    'Event streams, until all have ended after their user lost the right. Bar: 1000 ms',
    ['streams', 'ms', ''],
    [[streams, endedMs, isKept]],
  )
}

export function printLists(
  lists: Of<typeof askLists>,
  { users, entities, changes, listRounds }: Sizes,
): void {
  printTable(
    `Lists with ${show(users)} users, ${show(entities)} entities and ${show(changes)} change records; median of ${listRounds}, ms`,
    ['list', 'shown', 'ms', 'bar', ''],
    lists.map((row) => [row.list, row.found, row.ms, row.barMs, row.isKept]),
  )
}

export function printExports(exported: readonly Of<typeof rateExport>[]): void {
  printTable(
    'All calls as a file through HTTP, 10,000 of them as one for reading. Bar: all of them, memory flat, CSV 200,000 rows/s, Excel 80,000',
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
      '',
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
      file.isKept,
    ]),
  )
  for (const { failure } of exported) if (failure !== undefined) console.log(`\n  NOT ALL CALLS: ${failure}`)
}

export function printRestart({ restartMs, isKept }: { restartMs: number; isKept: boolean }): void {
  printTable('A start after kill -9. Bar: 10 s', ['s', ''], [[restartMs / 1000, isKept]])
}

export function printBackups({ made, restoreMs, restoredMb }: Of<typeof backUp>): void {
  printTable(
    'Backups of a portal that is used. Bar: others’ p99 300 ms',
    ['backup', 's', 'MB written', 'others’ p50, ms', 'p99, ms', 'most, ms', ''],
    made.map((one) => [
      one.name,
      one.elapsedMs / 1000,
      one.writtenMb,
      one.othersP50Ms,
      one.othersP99Ms,
      one.othersMaxMs,
      one.isKept,
    ]),
  )
  console.log(`\n  restored: ${show(restoredMb)} MB in ${show(restoreMs / 1000)} s`)
}

export function printIngestion(ingested: Of<typeof ingest>): void {
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

export function printStorms(storms: Of<typeof standStorms>): void {
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

function besideFigures(
  done: Of<typeof recordCalls> | Of<typeof sendSubscriptions> | Of<typeof takeCallsIn>['imported'],
) {
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

export function printRecordings(recorded: Of<typeof recordCalls>): void {
  const { count, seconds, perSecond } = recorded
  printTable(
    `Recordings of ${seconds} s in stereo, uploaded one after the other and worked on. Bar: memory flat, others’ p99 under 300 ms`,
    ['recordings', 'a second', ...besideColumns],
    [[count, perSecond, ...besideFigures(recorded)]],
  )
  printTable(
    'One of them while nothing else is done, and 64 kB of its sound from anywhere in it. Bar: ready in 2000 ms',
    ['ready after, ms', 'range p50, ms', 'p99', ''],
    [[recorded.readyMs, recorded.rangeP50Ms, recorded.rangeP99Ms, recorded.isReadyKept]],
  )
}

export function printSubscriptions(subscribed: Of<typeof sendSubscriptions>): void {
  const { count, readings, rowsEach, sent } = subscribed
  printTable(
    `Subscriptions due at the same time, each a mail with a CSV of ${show(rowsEach)} rows. Bar: all sent, others’ p99 under 300 ms`,
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

export function printImport(imported: Of<typeof importCopies>): void {
  printTable(
    'Import of an Asterisk file, until prior and returned calls are worked out. Bar: 40,000 legs/s',
    ['legs', 'MB', 'calls', 'rejected', 's', 'legs/s', ''],
    [
      [
        imported.legs,
        imported.mb,
        imported.calls,
        imported.rejected,
        imported.elapsedMs / 1000,
        imported.legsPerSecond,
        imported.isKept,
      ],
    ],
  )
  const { calls, elapsedMs, callsPerSecond, isKept } = imported.undone
  printTable(
    'Undoing it. Bar: 100,000 calls in 30 s',
    ['calls', 's', 'calls/s', ''],
    [[calls, elapsedMs / 1000, callsPerSecond, isKept]],
  )
}

export function printCallsIn({ webhooks, imported }: Of<typeof takeCallsIn>): void {
  printTable(
    'Webhooks of a phone system, acknowledged when on disk. Bar: 700 a second',
    ['webhooks', 'connections', 'a second', 'p50, ms', 'p99', ''],
    [
      [
        webhooks.count,
        webhooks.connections,
        webhooks.perSecond,
        webhooks.p50Ms,
        webhooks.p99Ms,
        webhooks.isKept,
      ],
    ],
  )
  printTable(
    'A file imported by a mapping. Bar: all of it, memory flat, others’ p99 under 300 ms',
    ['rows', 'MB', 'calls', 's', 'rows/s', ...besideColumns],
    [
      [
        imported.rows,
        imported.mb,
        imported.created,
        imported.elapsedMs / 1000,
        imported.rowsPerSecond,
        ...besideFigures(imported),
      ],
    ],
  )
}

export function printMapped(files: Of<typeof readMappedFiles>): void {
  printTable(
    'Files read by a mapping. Bar: CSV 40,000 rows/s, XLSX 10,000',
    ['format', 'rows', 's', 'rows/s', ''],
    files.map(({ format, rows, elapsedMs, rowsPerSecond, isKept }) => [
      format,
      rows,
      elapsedMs / 1000,
      rowsPerSecond,
      isKept,
    ]),
  )
}

export function printDemo({ calls, elapsedMs }: Of<typeof fillWithDemo>): void {
  printTable('Demo data at a first start', ['calls', 's'], [[calls, elapsedMs / 1000]])
}
