import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { change, systemActor } from '../src/db/records/change.ts'
import { CallCheckpoints } from '../src/db/embedded-calls/call-checkpoints.ts'
import { openChdbStore } from '../src/db/embedded-calls/chdb-store.ts'
import { openEmbeddedPostgres, type Postgres } from '../src/db/postgres/postgres.ts'
import type { IngestCustomer } from '../src/features/ingest/rows/check.ts'
import { restoreCalls } from '../src/db/embedded-calls/restore-calls.ts'
import { Ingest } from '../src/features/ingest/ingest.ts'
import type { IngestOptions } from '../src/features/ingest/ingest-options.ts'
import type { SentRow } from '../src/features/ingest/rows/read-rows.ts'
import { loadGeography } from '../src/lib/geo/place-of-number.ts'
import { afterFile } from './after-file.ts'
import { FaultyStore } from './ingest-faulty-store.ts'
import { copyTemplate } from './template.ts'

const geography = loadGeography()

interface Stores {
  postgres: Postgres
  calls: FaultyStore
  checkpoints?: CallCheckpoints
  errors: unknown[]
}

/** Ingestion over real stores in a folder of its own, without HTTP; closed after the tests of the file. */
export class IngestPortal {
  readonly folder: string
  readonly postgres: Postgres
  readonly calls: FaultyStore
  /** Of a portal that makes checkpoints. */
  checkpoints?: CallCheckpoints
  /** What the log was told of. */
  readonly errors: unknown[]
  ingest: Ingest
  #begun = 0

  private constructor(folder: string, stores: Stores, ingest: Ingest) {
    this.folder = folder
    this.postgres = stores.postgres
    this.calls = stores.calls
    if (stores.checkpoints !== undefined) this.checkpoints = stores.checkpoints
    this.errors = stores.errors
    this.ingest = ingest
  }

  static async open({
    isCheckpointed = false,
    ...options
  }: Partial<IngestOptions> & { isCheckpointed?: boolean } = {}): Promise<IngestPortal> {
    const folder = await mkdtemp(join(tmpdir(), 'callboard-ingest-'))
    copyTemplate(folder)
    const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
    const path = join(folder, 'clickhouse')
    const restored = isCheckpointed ? restoreCalls(path) : undefined
    const embedded = openChdbStore({ path })
    const stores: Stores = { postgres, calls: new FaultyStore(embedded), errors: [] }
    if (isCheckpointed) stores.checkpoints = new CallCheckpoints(embedded, restored)
    const portal = new IngestPortal(folder, stores, await openIngest(folder, stores, options))
    afterFile(async () => await portal.#close())
    return portal
  }

  /** Ends ingestion as a stop would, and begins again. What is in the spool then is what `meanwhile` leaves there. */
  async restart(
    meanwhile: () => Promise<void> | void = () => {},
    options: Partial<IngestOptions> = {},
  ): Promise<void> {
    await this.ingest.close()
    await meanwhile()
    this.ingest = await openIngest(this.folder, this, options)
  }

  /**
   * Ends as a kill would: nothing that happened since the last checkpoint gets into one. Then begins again, the calls put
   * back to it; `meanwhile` may damage what is in the folder of the engine.
   */
  async crash(
    meanwhile: (clickhouse: string) => void = () => {},
    options: Partial<IngestOptions> = {},
  ): Promise<void> {
    const path = join(this.folder, 'clickhouse')
    // Where the next checkpoint would be written.
    const taken = join(path, 'checkpoint.json.part')
    await mkdir(taken)
    await this.ingest.close()
    await this.calls.close()
    await rmdir(taken)
    meanwhile(path)
    const restored = restoreCalls(path)
    const embedded = openChdbStore({ path })
    this.calls.replace(embedded)
    this.checkpoints = new CallCheckpoints(embedded, restored)
    this.ingest = await openIngest(this.folder, this, { checkpointIntervalMs: 1_000_000, ...options })
  }

  get spoolFolder(): string {
    return join(this.folder, 'spool')
  }

  async addCustomer(code: string, country = 'US'): Promise<IngestCustomer> {
    const values = { name: code, code, country, time_zone: 'America/New_York' }
    const added = await change(this.postgres.db, systemActor, async (transaction) =>
      transaction
        .insertInto('customer')
        .values(values)
        .returning(['id', 'code', 'country', 'currency'])
        .executeTakeFirstOrThrow(),
    )
    return { ...added, attributes: [] }
  }

  /** A new customer, and what their telephone system sends. */
  async begin() {
    const customer = await this.addCustomer(`begun-${++this.#begun}`)
    return {
      customer,
      accept: async (...calls: Sent[]) => await this.accept(customer, ...calls),
      notes: async () => await this.notes(customer),
    }
  }

  async accept(customer: IngestCustomer, ...calls: Sent[]) {
    const rows = calls.map((call, at): SentRow => ({ line: at + 1, raw: JSON.stringify(call), value: call }))
    return await this.ingest.accept(customer, rows, { source: 'test' })
  }

  /** Sends and waits until the calls can be read. */
  async send(customer: IngestCustomer, ...calls: Sent[]) {
    const answer = await this.accept(customer, ...calls)
    await this.ingest.settled()
    return answer
  }

  /** Of each call of a customer its name at the source, and its note. */
  async notes(customer: IngestCustomer) {
    return await this.valuesOf(customer, 'external_call_id', 'note')
  }

  /** Of each call of a customer what is in these columns. */
  async valuesOf(customer: IngestCustomer, ...columns: string[]) {
    return (await this.rowsOf(customer)).map((row) => columns.map((column) => row[column]))
  }

  async rowsOf({ id }: IngestCustomer): Promise<Record<string, unknown>[]> {
    return await this.rows(`customer_id = '${id}'`)
  }

  async rows(condition = 'true'): Promise<Record<string, unknown>[]> {
    return await this.calls.query({
      sql: `SELECT * FROM calls WHERE (${condition}) AND seen_to = 0 ORDER BY started_at, external_call_id`,
      row: z.record(z.string(), z.unknown()),
    })
  }

  async quarantined() {
    return await this.postgres.db.selectFrom('quarantine').selectAll().orderBy('line').execute()
  }

  async #close(): Promise<void> {
    await this.ingest.close()
    await this.calls.close()
    await this.postgres.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function openIngest(
  folder: string,
  { postgres, calls, checkpoints, errors }: Stores,
  options: Partial<IngestOptions>,
): Promise<Ingest> {
  return await Ingest.open({
    db: postgres.db,
    calls,
    geography,
    spoolFolder: join(folder, 'spool'),
    isEmbedded: true,
    checkpoints,
    log: { info: () => {}, error: ({ err }: { err?: unknown }) => errors.push(err) },
    ...options,
  })
}

/** A call as it may be sent, also one that must be refused. */
export type Sent = Record<string, unknown>

/** An answered inbound call of three minutes, with what is given instead. */
export function buildCall(given: Sent = {}): Sent {
  return {
    externalCallId: 'call-1',
    direction: 'inbound',
    trackingNumber: '+12125550100',
    callerNumber: '+14155550123',
    startedAt: '2026-03-02T15:00:00.000Z',
    answeredAt: '2026-03-02T15:00:10.000Z',
    endedAt: '2026-03-02T15:03:00.000Z',
    ...given,
  }
}

/** An inbound call that rang for half a minute and that nobody took. */
export function buildMissedCall(given: Sent = {}): Sent {
  return buildCall({ answeredAt: null, endedAt: '2026-03-02T15:00:30.000Z', ...given })
}
