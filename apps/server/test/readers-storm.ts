import { setTimeout as sleep } from 'node:timers/promises'
import { Export } from '@callboard/contract/exports'
import { RunReportAnswer } from '@callboard/contract/reports'
import { z } from 'zod'
import type { Asking } from './writers-storm.ts'

const pauseMs = 200
const ended: ReadonlySet<string> = new Set(['ready', 'failed', 'stopped', 'expired'])
const Signed = z.object({ token: z.string() })

/** Somebody who signs in, runs reports and has calls exported while the processes are killed and paused. */
export class ReadersStorm {
  readonly #ask: Asking
  readonly #reader: { userName: string; password: string }
  /** What the names of the calls begin with. */
  readonly #name: string
  readonly #over = new AbortController()
  readonly done = { signIns: 0, reports: 0, exports: 0 }

  constructor(ask: Asking, given: { reader: { userName: string; password: string }; name: string }) {
    this.#ask = ask
    this.#reader = given.reader
    this.#name = given.name
  }

  begin(): { end: () => Promise<void> } {
    const all = Promise.all([this.#keepSigningIn(), this.#keepReporting(), this.#keepExporting()])
    // Told when it is ended.
    all.catch(() => undefined)
    return {
      end: async () => {
        this.#over.abort()
        await all
      },
    }
  }

  async #signIn(): Promise<string> {
    const text = await this.#ask({ path: '/api/auth/login', body: JSON.stringify(this.#reader) })
    return Signed.parse(JSON.parse(text)).token
  }

  /** A session that was given is known to every process. */
  async #keepSigningIn(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const token = await this.#signIn()
      await this.#ask({ path: '/api/user/me', method: 'GET', token })
      this.done.signIns++
      await sleep(pauseMs)
    }
  }

  /** Its parts come to its totals, as both are of one state, and the calls are never fewer than before. */
  async #keepReporting(): Promise<void> {
    const token = await this.#signIn()
    const filters = [{ field: 'externalCallId', op: 'contains', values: [`${this.#name}-`] }]
    const definition = { measures: ['calls'], dimensions: [{ field: 'time', grain: 'day' }], filters }
    const body = JSON.stringify({ definition, parameters: { dateRange: period } })
    let before = 0
    while (!this.#over.signal.aborted) {
      const text = await this.#ask({ path: '/api/reporting/runreport', body, token })
      const { rows, totals } = RunReportAnswer.parse(JSON.parse(text))
      const sum = rows.reduce((all, row) => all + Number(row.at(-1)), 0)
      const total = Number(totals?.at(-1) ?? 0)
      if (sum !== total || total < before)
        throw new Error(`a report has ${sum} calls, ${total} in total, and had ${before} before`)
      before = total
      this.done.reports++
      await sleep(pauseMs)
    }
  }

  /** Each call is in a file once, and there are no fewer than a report had told before it was asked for. */
  async #keepExporting(): Promise<void> {
    const token = await this.#signIn()
    const filters = [{ field: 'externalCallId', op: 'contains', values: [`${this.#name}-`] }]
    const rows = { calls: { ...period, filters, columns: ['externalCallId'] } }
    while (!this.#over.signal.aborted) {
      const begun = await this.#ask({
        path: '/api/reporting/exports',
        body: JSON.stringify({ format: 'csv', rows }),
        token,
      })
      const path = `/api/reporting/exports/${Export.parse(JSON.parse(begun)).id}`
      let found: Export
      do {
        await sleep(pauseMs)
        found = Export.parse(JSON.parse(await this.#ask({ path, method: 'GET', token })))
      } while (!ended.has(found.state))
      if (found.state !== 'ready') throw new Error(`an export is ${found.state}: ${found.error}`)
      const file = await this.#ask({ path: `${path}/file`, method: 'GET', token })
      const names = file.match(new RegExp(`${this.#name}-s\\d-\\d+`, 'g')) ?? []
      if (names.length !== found.rowsDone || new Set(names).size !== names.length)
        throw new Error(
          `an export of ${found.rowsDone} calls has ${new Set(names).size} in ${names.length} rows`,
        )
      this.done.exports++
    }
  }
}

const period = { from: '2025-12-01', to: '2026-06-01' }
