import { Import } from '@callboard/contract/imports'
import { LiveCalls, listLiveCalls } from '@callboard/contract/live'
import { Source, SourceActivity } from '@callboard/contract/sources'
import { vi } from 'vitest'
import { expectCreated, expectOk } from '../expect-errors.ts'
import { type Answer, openPortal, type Portal, type PortalOptions } from '../portal.ts'

interface NewSource {
  kind: string
  name?: string
  settings?: object
  secrets?: object
  ownNumbers?: readonly string[]
  statusWords?: readonly object[]
}

/** Headers and body, as the other system posts them. */
export interface Posted {
  headers: Record<string, string>
  body: string
  /** Behind the address of the source. */
  query?: string
}

const publicUrl = 'https://calls.example.com'

/** A portal whose sources are posted to as their systems do. */
export class SourceClient {
  readonly portal: Portal
  readonly customerId: string
  #made = 0

  private constructor(portal: Portal, customerId: string) {
    this.portal = portal
    this.customerId = customerId
  }

  static async open(options: PortalOptions = {}): Promise<SourceClient> {
    const portal = await openPortal({ publicUrl, ...options })
    return new SourceClient(portal, (await portal.make.customer()).id)
  }

  /** Makes a source of a phone system, whose calls are known under its name. */
  async make(given: NewSource): Promise<Source> {
    this.#made += 1
    const body = {
      name: `${given.kind} ${this.#made}`,
      customerId: this.customerId,
      timeZone: 'America/New_York',
      country: 'US',
      ...given,
    }
    return Source.parse(expectCreated(await this.portal.admin.ask({ path: '/api/source', body })))
  }

  /** Where the system of a source posts to, as that knows it. */
  addressOf({ id }: Pick<Source, 'id'>): string {
    return `${publicUrl}/api/in/${id}`
  }

  async post({ id }: Pick<Source, 'id'>, { headers, body, query = '' }: Posted): Promise<Answer> {
    return await this.portal.ask({ path: `/api/in/${id}${query}`, method: 'POST', body, headers })
  }

  /** Imports a file, and answers what came of it when it has ended. */
  async import({ id }: Pick<Source, 'id'>, body: string): Promise<Import> {
    const path = `/api/import?sourceId=${id}&fileName=calls.csv`
    const headers = { 'content-type': 'text/csv' }
    const sent = await this.portal.admin.ask({ method: 'POST', path, body, headers })
    const begun = Import.parse(sent.json())
    return await vi.waitUntil(async () => {
      const found = await this.portal.admin.ask({ path: `/api/import/${begun.id}` })
      const { endedAt, ...now } = Import.parse(found.json())
      return endedAt === null ? undefined : { endedAt, ...now }
    })
  }

  async activityOf({ id }: Pick<Source, 'id'>): Promise<SourceActivity> {
    return SourceActivity.parse((await this.portal.admin.ask({ path: `/api/source/${id}/activity` })).json())
  }

  /** How the connection to its switch is. */
  async connectionOf(source: Pick<Source, 'id'>) {
    return (await this.activityOf(source)).connection?.state
  }

  /** Has its calls fetched. */
  async fetchNow({ id }: Pick<Source, 'id'>): Promise<Answer> {
    return await this.portal.admin.ask({ method: 'POST', path: `/api/source/${id}/fetch` })
  }

  /** In which phases those of its calls are that go on. */
  async phasesOf(source: Pick<Source, 'sourceSystem'>): Promise<string[]> {
    const { calls } = LiveCalls.parse(expectOk(await this.portal.admin.ask({ path: listLiveCalls.path })))
    const ids = new Set((await this.storedCallsOf(source)).map((row) => row['id']))
    return calls.filter(({ id }) => ids.has(id)).map(({ phase }) => phase)
  }

  async keptEvents({ id }: Pick<Source, 'id'>): Promise<number> {
    const kept = this.portal.db.selectFrom('source_event').where('source_id', '=', id)
    return (await kept.select('event_key').execute()).length
  }

  /** The rows of its calls in the store, with what follows from all that was posted so far. */
  async storedCallsOf({ sourceSystem }: Pick<Source, 'sourceSystem'>): Promise<Record<string, unknown>[]> {
    await this.portal.runtime.callAssembler.settled()
    await this.portal.runtime.ingest.relationsSettled()
    const rows = await this.portal.storedCalls({ id: this.customerId })
    return rows.filter((row) => row['source_system'] === sourceSystem)
  }

  /** Its calls, with what follows from all that was posted so far. */
  async callsOf({ sourceSystem }: Pick<Source, 'sourceSystem'>): Promise<Record<string, unknown>[]> {
    await this.portal.runtime.callAssembler.settled()
    await this.portal.runtime.ingest.relationsSettled()
    const filters = [{ field: 'sourceSystem', op: 'eq', values: [sourceSystem] }]
    return await this.portal.listCalls(filters, { from: '2013-01-01', to: '2031-01-01' })
  }

  /** What became of a source’s rows that nobody could understand. */
  async rejectedOf({ sourceSystem }: Pick<Source, 'sourceSystem'>) {
    await this.portal.runtime.callAssembler.settled()
    return await this.portal.db
      .selectFrom('quarantine')
      .where('source_system', '=', sourceSystem)
      .select(['id', 'form', 'code', 'description', 'raw'])
      .execute()
  }
}
