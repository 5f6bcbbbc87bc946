import { Source } from '@callboard/contract/sources'
import { type Answer, openPortal, type Portal, type PortalOptions } from '../portal.ts'

interface NewSource {
  kind: string
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
    const portal = await openPortal(options)
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
    const answer = await this.portal.ask({ path: '/api/source', body, token: this.portal.admin.token })
    if (answer.status !== 201) throw new Error(answer.text)
    return Source.parse(answer.json())
  }

  async post({ id }: Pick<Source, 'id'>, { headers, body, query = '' }: Posted): Promise<Answer> {
    return await this.portal.ask({ path: `/api/in/${id}${query}`, method: 'POST', body, headers })
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
      .select(['code', 'description', 'raw'])
      .execute()
  }
}
