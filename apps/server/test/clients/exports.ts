import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Export } from '@callboard/contract/exports'
import { vi } from 'vitest'
import { ExportRunner } from '#server/features/exports/export-runner.ts'
import { afterFile } from '../after-file.ts'
import { expectCreated, expectOk } from '../expect-errors.ts'
import { GatedFiles } from '../gated-files.ts'
import { type Answer, openPortal, type Person, type Portal } from '../portal.ts'

export const exportsPath = '/api/reporting/exports'
export const march = { from: '2026-03-01', to: '2026-04-01' }
/** Of all customers, some. */
export const calls = { calls: march }

/** Many calls of the first customer on two days, a half each. */
const bigDays = { from: '2025-03-01', to: '2025-03-03' }
export const bigRows = 120_000
export const bigCalls = { calls: { ...bigDays, columns: ['startedAt', 'callerNumber'] } }
export const bigWideCalls = { calls: bigDays }

/** Calls of two customers, a report of them, and exports whose files can be held up. */
export class ExportClient {
  readonly portal: Portal
  readonly files: GatedFiles
  readonly admin: Person
  readonly reportId: string
  readonly #setId: string
  readonly one: string
  readonly other: string

  private constructor(
    parts: Pick<ExportClient, 'portal' | 'files' | 'admin' | 'reportId' | 'one' | 'other'>,
    setId: string,
  ) {
    this.portal = parts.portal
    this.files = parts.files
    this.admin = parts.admin
    this.reportId = parts.reportId
    this.other = parts.other
    this.one = parts.one
    this.#setId = setId
  }

  static async open(): Promise<ExportClient> {
    let gated: GatedFiles | undefined
    const portal = await openPortal({
      wrapFiles: (folder) => (gated = new GatedFiles(folder)),
      keptExportBytes: { user: 12_000_000, portal: 2 ** 40 },
    })
    if (gated === undefined) throw new Error('no files')
    const admin = await portal.make.user({ isAdmin: true, timeZone: 'UTC' })
    const few = ['radio', 'tv', 'radio'].map((source) => ({ source }))
    const [one, other] = [await portal.customerWith(few), await portal.customerWith(few)]
    await portal.runtime.calls.command({
      sql: `INSERT INTO calls (id, customer_id, direction, status, source, caller_number, started_at)
        SELECT generateUUIDv4(), {customer:UUID}, 'inbound', 'answered', 'tv', concat('+1', toString(2010000000 + number)),
          toDateTime64('2025-03-01 10:00:00.000', 3, 'UTC') + toIntervalDay(number % 2)
        FROM numbers({count:UInt64})`,
      params: { customer: one, count: bigRows },
    })
    const reportId = await portal.make.report({
      name: 'Calls by source',
      definition: { measures: ['calls'], dimensions: [{ field: 'source' }] },
    })
    const setId = await portal.make.reportSet([reportId])
    return new ExportClient({ portal, files: gated, admin, reportId, one, other }, setId)
  }

  get bySource() {
    return { report: { reportId: this.reportId, parameters: { dateRange: march } } }
  }

  /** Of the first customer, with the report in a group of their own. */
  async member(): Promise<Person & { groupId: string }> {
    const user = await this.portal.make.user({
      claims: ['reporting.view', 'reporting.call.details'],
      customerId: this.one,
      timeZone: 'UTC',
    })
    return { ...user, groupId: await this.portal.make.group({ userIds: [user.id], setIds: [this.#setId] }) }
  }

  async ask(user: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', tail = ''): Promise<Answer> {
    return await user.ask({ method, path: `${exportsPath}${tail}` })
  }

  async create(user: Person, rows: object, format = 'csv'): Promise<Answer> {
    return await user.ask({ path: exportsPath, body: { format, rows } })
  }

  async begin(user: Person, rows: object, format = 'csv'): Promise<string> {
    return Export.parse(expectCreated(await this.create(user, rows, format))).id
  }

  async read(user: Person, id: string): Promise<Export> {
    return Export.parse(expectOk(await this.ask(user, 'GET', `/${id}`)))
  }

  /** Waits until it is being written. */
  async running(user: Person, id: string): Promise<void> {
    const isWritten = async () =>
      (await this.read(user, id)).state === 'running' && this.onDisk(id).length > 0
    await vi.waitUntil(isWritten)
  }

  async ended(user: Person, id: string): Promise<Export> {
    const find = async () => {
      const found = await this.read(user, id)
      return found.state === 'waiting' || found.state === 'running' ? undefined : found
    }
    return await vi.waitUntil(find)
  }

  async written(user: Person, rows: object, format = 'csv'): Promise<string> {
    const id = await this.begin(user, rows, format)
    const { state, error } = await this.ended(user, id)
    if (state !== 'ready') throw new Error(`the export is ${state}: ${error}`)
    return id
  }

  async fileOf(user: Person, id: string): Promise<Answer> {
    return await this.ask(user, 'GET', `/${id}/file`)
  }

  /** The names of the files that there are of an export. */
  onDisk(id: string): string[] {
    return readdirSync(join(this.portal.folder, 'exports')).filter((name) => name.startsWith(id))
  }

  /** Another process that writes exports of the same database into the same folder. */
  async anotherRunner(hasPeers: boolean): Promise<ExportRunner> {
    const { db, calls: store, snapshots, log } = this.portal.runtime
    const runner = new ExportRunner({ db, calls: store, snapshots, files: this.files, log, hasPeers })
    afterFile(async () => await runner.close())
    await runner.start()
    return runner
  }
}
