import { CallersAnswer } from '@callboard/contract/callers'
import { RunReportAnswer } from '@callboard/contract/reports'
import { equal, ok } from 'node:assert/strict'
import { z } from 'zod'
import { buildCall } from './factory.ts'
import type { Portal } from './portal.ts'

const callCount = 60
const callers = 6
const months = ['2026-01', '2026-02']
const all = { from: '2025-12-01', to: '2026-06-01' }

/**
 * A customer whose calls are all corrected again and again, each time over two months, so that every caller's history
 * changes too; and one some of whose calls are taken out and come again.
 */
export class Corrections {
  readonly #writer: Portal
  readonly #reader: Portal
  readonly #token: string
  readonly #key: string
  readonly customerId: string
  #round = 0

  private constructor(
    apps: { writer: Portal; reader: Portal },
    given: Record<'token' | 'key' | 'id', string>,
  ) {
    this.#writer = apps.writer
    this.#reader = apps.reader
    this.#token = given.token
    this.#key = given.key
    this.customerId = given.id
  }

  static async begin(apps: { writer: Portal; reader: Portal }): Promise<Corrections> {
    const { id } = await apps.writer.make.customer()
    const key = await apps.writer.make.apiKey(id)
    const { token } = await apps.writer.make.user({ isAdmin: true })
    const corrections = new Corrections(apps, { token, key, id })
    await corrections.correct()
    return corrections
  }

  /** Sends a correction of every call, and waits until it can be read. */
  async correct(): Promise<void> {
    const round = ++this.#round
    const calls = Array.from({ length: callCount }, (_, at) => {
      const month = months[((at < 40 ? at : 0) + round) % 2] ?? ''
      const startedAt = `${month}-${10 + (at % 15)}T15:${String(at).padStart(2, '0')}:00.000Z`
      const callerNumber = `+1415555010${at % callers}`
      return buildCall({
        externalCallId: `${this.customerId}-${at}`,
        note: `round ${round}`,
        startedAt,
        callerNumber,
      })
    })
    const { status, text } = await this.#writer.ask({ path: '/api/calls', body: calls, token: this.#key })
    equal(status, 200, text)
    const { ingest } = this.#writer.runtime
    await (round % 3 === 0 ? ingest.relationsSettled() : ingest.settled())
  }

  /** Takes out the calls of the first caller at once. */
  async takeOut(): Promise<void> {
    const { ingest, calls } = this.#writer.runtime
    await ingest.change(async ({ number }) => {
      await calls.command({
        sql: `UPDATE calls SET seen_to = {number:UInt64}
          WHERE customer_id = {id:UUID} AND caller_number = '+14155550100' AND seen_to = 0`,
        params: { id: this.customerId, number },
        settings: { enable_lightweight_update: 1 },
      })
    })
  }

  /** Every way to read calls, by name; each asserts that an answer is of one state. */
  readings(counts: readonly number[] = [callCount]): Record<string, () => Promise<void>> {
    const checkWhole = (found: readonly { externalCallId: string | null; note: string | null }[]) => {
      oneOf(counts, found.length)
      equal(new Set(found.map(({ externalCallId }) => externalCallId)).size, found.length)
      equal(new Set(found.map(({ note }) => note)).size, 1)
    }
    return {
      list: async () => {
        const { items, total } = await this.#page({ pageSize: 100, withTotal: true })
        checkWhole(items)
        equal(total, items.length)
      },
      pages: async () => {
        const found: z.infer<typeof Page>['items'] = []
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await this.#page({ pageSize: 7, ...(cursor !== undefined && { cursor }) })
          found.push(...page.items)
          cursor = page.nextCursor
        }
        checkWhole(found)
      },
      export: async () => {
        const columns = ['externalCallId', 'note']
        const { text } = await this.#ask(
          '/api/reporting/calldetails',
          { ...all, ...this.#filters, columns },
          'text/csv',
        )
        const [, ...lines] = text.trimEnd().split('\r\n')
        checkWhole(
          lines.map((line) => line.split(',')).map(([id = '', note = '']) => ({ externalCallId: id, note })),
        )
      },
      report: async () => {
        const { rows, totals } = await this.#report({ dimensions: [{ field: 'time', grain: 'day' }] }, all)
        equal(sumOf(rows), totals?.[1])
        oneOf(counts, totals?.[1])
      },
      'report by whether it is the first call': async () => {
        const { rows, totals } = await this.#report({ dimensions: [{ field: 'firstTime' }] }, all)
        equal(sumOf(rows), totals?.[1])
        oneOf(counts, totals?.[1])
      },
      comparison: async () => {
        const february = { from: '2026-02-01', to: '2026-03-01' }
        const definition = {
          dimensions: [{ field: 'direction' as const }],
          compare: 'previousPeriod' as const,
        }
        const { totals, comparison } = await this.#report(definition, february)
        oneOf(counts, Number(totals?.[1]) + Number(comparison?.totals?.[1]))
      },
      callers: async () => {
        const body = { ...all, ...this.#filters, sort: 'callerNumber', desc: false }
        const { text } = await this.#ask('/api/reporting/callers', body)
        const { rows, totals } = CallersAnswer.parse(JSON.parse(text))
        equal(sumOf(rows), totals?.[1])
        oneOf(counts, totals?.[1])
      },
      'report as a file': async () => {
        const { text } = await this.#ask(
          '/api/reporting/runreport',
          this.#reportBody({ dimensions: [{ field: 'callerNumber' }] }, all),
          'text/csv',
        )
        const [, ...lines] = text.trimEnd().split('\r\n')
        oneOf(
          counts,
          lines.reduce((sum, line) => sum + Number(line.split(',').at(-1)), 0),
        )
      },
      search: async () => {
        const keyword = encodeURIComponent(`${this.customerId}-1`)
        const { text } = await this.#reader.ask({
          path: `/api/search?keyword=${keyword}`,
          token: this.#token,
        })
        ok(text.includes('"total":1'), text)
      },
    }
  }

  get #filters() {
    return { filters: [{ field: 'customerId', op: 'eq', values: [this.customerId] }] }
  }

  async #page(asked: object) {
    const columns = ['externalCallId', 'note']
    const { text } = await this.#ask('/api/reporting/calldetails', {
      ...all,
      ...this.#filters,
      columns,
      ...asked,
    })
    return Page.parse(JSON.parse(text))
  }

  #reportBody(definition: object, dateRange: object) {
    return {
      definition: { measures: ['calls'], ...this.#reportFilters, ...definition },
      parameters: { dateRange },
    }
  }

  get #reportFilters() {
    return { filters: [{ field: 'customer', op: 'eq', values: [this.customerId] }] }
  }

  async #report(definition: object, dateRange: object) {
    const { text } = await this.#ask('/api/reporting/runreport', this.#reportBody(definition, dateRange))
    return RunReportAnswer.parse(JSON.parse(text))
  }

  async #ask(path: string, body: object, accept = 'application/json') {
    const answer = await this.#reader.ask({ path, body, token: this.#token, headers: { accept } })
    equal(answer.status, 200, answer.text)
    return answer
  }
}

const Page = z.object({
  items: z.array(z.object({ externalCallId: z.string(), note: z.string() })),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
})

function sumOf(rows: RunReportAnswer['rows']): number {
  return rows.reduce((sum, cells) => sum + Number(cells[1]), 0)
}

function oneOf(expected: readonly number[], found: unknown): void {
  ok(
    expected.some((count) => count === found),
    `${String(found)} calls, not ${expected.join(' or ')}`,
  )
}

/** Reads in every way, again and again, while `write` runs; resolves with the errors of the reads. */
export async function readWhile(
  write: () => Promise<void>,
  readings: Record<string, () => Promise<void>>,
): Promise<string[]> {
  const written = new AbortController()
  const errors: string[] = []
  const reading = Object.entries(readings).map(async ([name, read]) => {
    do {
      await read().catch((error: unknown) => errors.push(`${name}: ${String(error).slice(0, 300)}`))
    } while (!written.signal.aborted)
  })
  await write().finally(() => written.abort())
  await Promise.all(reading)
  return errors
}
