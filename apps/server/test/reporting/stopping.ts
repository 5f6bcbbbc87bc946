import { callDetails } from '@callboard/contract/calls'
import { listCallers } from '@callboard/contract/callers'
import { runReport } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallStore, ReadRequest, StreamRequest } from '#server/db/calls/call-store.ts'
import { Count, endless, endlessRows } from '../call-stores.ts'
import { errorsOf } from '../expect-errors.ts'
import { listen } from '../listening.ts'
import { openPortal, type Portal, type PortalOptions } from '../portal.ts'

const mark = 'stopped-report'
const period = { from: '2026-03-01', to: '2026-04-01' }
const definition = { dimensions: [{ field: 'source' }], measures: ['calls'] }
const report = { definition, parameters: { dateRange: period } }
const parquet = 'application/vnd.apache.parquet'
const everything = 'SELECT groupArray(number) AS n FROM numbers(100000000000)'

// A busy machine takes its time to stop.

/** A store whose reads of calls have much more to do than they were asked for, until it is set back. */
class BusyStore {
  sql = endless
  limits: ReadRequest['limits']
  readonly #store: CallStore
  #count = 0

  constructor(store: CallStore) {
    this.#store = store
  }

  open(): CallStore {
    const store = this.#store
    return {
      query: async (read) => await store.query({ ...read, ...this.#busy(read) }),
      lines: async (read) => await store.lines({ ...read, ...this.#busy(read) }),
      stream: (read) => store.stream({ ...read, ...this.#busy(read), ...this.#busyStream(read) }),
      insertFile: async (insert) => store.insertFile(insert),
      command: async (command) => store.command(command),
      cancel: async (queryId) => store.cancel(queryId),
      ping: async () => store.ping(),
      close: async () => store.close(),
    }
  }

  #busyStream({ format }: StreamRequest): Pick<StreamRequest, 'sql' | 'format'> {
    return format === 'Parquet' ? { sql: endless, format } : { sql: endlessRows, format: 'CSV' }
  }

  #busy({ sql }: ReadRequest): Partial<ReadRequest> {
    const { limits } = this
    return sql.includes('FROM calls')
      ? {
          sql: this.sql,
          params: {},
          queryId: `${mark}-${++this.#count}`,
          ...(limits !== undefined && { limits }),
        }
      : {}
  }

  /** How many of these reads the engine works at. */
  async running(): Promise<number> {
    const sql = `SELECT count() AS n FROM system.processes WHERE startsWith(Settings['log_comment'], '${mark}')`
    return (await this.#store.query({ sql, row: Count }))[0]?.n ?? 0
  }
}

/** That a query ends in the engine with whoever asked, and at its limits. */
export function describeStopping(
  engine: 'embedded' | 'server',
  openParts: () => Promise<PortalOptions>,
): void {
  describe(`the engine (${engine})`, () => {
    let test: Portal
    let busy: BusyStore
    let token: string
    let url: string

    beforeAll(async () => {
      test = await openPortal({
        ...(await openParts()),
        wrapCalls(calls) {
          busy = new BusyStore(calls)
          return busy.open()
        },
      })
      token = (await test.make.user({ isAdmin: true })).token
      url = await listen(test.app)
    })

    async function ask(
      asked: { path: string; body: object; accept?: string },
      signal?: AbortSignal,
    ): Promise<Response> {
      const { path, body, accept = 'application/json' } = asked
      return await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })
    }

    it.each([
      ['a report', { path: runReport.path, body: report }],
      ['a report as a file', { path: runReport.path, body: report, accept: 'text/csv' }],
      ['the callers', { path: listCallers.path, body: period }],
      ['a list of calls', { path: callDetails.path, body: period }],
      ['a list of calls as a file', { path: callDetails.path, body: period, accept: 'text/csv' }],
      ['a list of calls as Parquet', { path: callDetails.path, body: period, accept: parquet }],
    ])('works at %s no longer when whoever asked goes away', async (_, asked) => {
      const leaving = new AbortController()
      const answer = ask(asked, leaving.signal)
        .then(async (response) => await response.text())
        .catch((error: unknown) => error)
      await expect.poll(async () => await busy.running()).toBeGreaterThan(0)
      leaving.abort()
      await answer
      await expect.poll(async () => await busy.running()).toBe(0)
    })

    it.each([
      {
        limit: 'time',
        sql: endless,
        limits: { executionSeconds: 1 },
        error: ['queryTimeout', /took too long/],
      },
      {
        limit: 'memory',
        sql: everything,
        limits: { memoryBytes: 50_000_000 },
        error: ['queryTooLarge', /too much memory/],
      },
      {
        limit: 'rows',
        sql: endlessRows,
        limits: { resultRows: 1000 },
        error: ['queryTooLarge', /too much memory/],
      },
    ] as const)(
      'ends what exceeds its limit of $limit, with a sentence',
      async ({ sql, limits, error: [code, sentence] }) => {
        Object.assign(busy, { sql, limits })
        const { path, body } = { path: runReport.path, body: report }
        const answer = await test.ask({ path, body, token })
        Object.assign(busy, { sql: endless, limits: undefined })
        expect(answer.status).toBe(503)
        const description: unknown = expect.stringMatching(sentence)
        expect(errorsOf(answer)).toMatchObject([{ code, description }])
        await expect.poll(async () => await busy.running()).toBe(0)
      },
    )
  })
}
