import { Source, SourceActivity } from '@callboard/contract/sources'
import { openPortal, type Portal, type PortalOptions } from '#test/portal.ts'

const publicUrl = 'https://calls.example.com'

/** A portal with sources of one customer, and what their systems do with it. */
export class SourceClient {
  readonly portal: Portal
  readonly customerId: string

  private constructor(portal: Portal, customerId: string) {
    this.portal = portal
    this.customerId = customerId
  }

  static async open(options: PortalOptions = {}): Promise<SourceClient> {
    const portal = await openPortal({ publicUrl, ...options })
    const { id } = await portal.make.customer()
    return new SourceClient(portal, id)
  }

  async addSource(kind: string, given: object): Promise<Source> {
    const body = { name: kind, customerId: this.customerId, kind, timeZone: 'America/New_York', ...given }
    const answer = await this.portal.ask({ path: '/api/source', body, token: this.portal.admin.token })
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
    return Source.parse(answer.json())
  }

  /** Where the system of a source posts to, as that knows it. */
  addressOf({ id }: Pick<Source, 'id'>): string {
    return `${publicUrl}/api/in/${id}`
  }

  async post(
    source: Pick<Source, 'id'>,
    body: string | Buffer,
    headers: Record<string, string>,
  ): Promise<Awaited<ReturnType<Portal['ask']>>> {
    return await this.portal.ask({ method: 'POST', path: `/api/in/${source.id}`, body, headers })
  }

  async activityOf({ id }: Pick<Source, 'id'>): Promise<SourceActivity> {
    const { token } = this.portal.admin
    return SourceActivity.parse((await this.portal.ask({ path: `/api/source/${id}/activity`, token })).json())
  }

  async keptEvents({ id }: Pick<Source, 'id'>): Promise<number> {
    return (
      await this.portal.db
        .selectFrom('source_event')
        .where('source_id', '=', id)
        .select('event_key')
        .execute()
    ).length
  }

  /** The rows of the calls of a source, when all that came is a call. */
  async callsOf({ sourceSystem }: Pick<Source, 'sourceSystem'>): Promise<Record<string, unknown>[]> {
    await this.portal.runtime.callAssembler.settled()
    await this.portal.runtime.ingest.relationsSettled()
    const rows = await this.portal.storedCalls({ id: this.customerId })
    return rows.filter((row) => row['source_system'] === sourceSystem)
  }
}
