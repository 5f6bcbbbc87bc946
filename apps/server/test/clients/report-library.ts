import { Report } from '@callboard/contract/reports'
import { ReportGroup } from '@callboard/contract/report-groups'
import { ReportSet } from '@callboard/contract/report-sets'
import { z } from 'zod'
import { expectCreated, expectOk } from '../expect-errors.ts'
import { type Answer, type AskedRequest, openPortal, type Portal } from '../portal.ts'

const path = '/api/reporting'

export const definition = { dimensions: [{ field: 'source' }], measures: ['calls'] }

/** What an administrator does with reports, their sets and groups. */
export class ReportLibraryClient {
  readonly portal: Portal
  readonly token: string

  constructor(parts: Pick<ReportLibraryClient, 'portal' | 'token'>) {
    this.portal = parts.portal
    this.token = parts.token
  }

  static async open(): Promise<ReportLibraryClient> {
    const portal = await openPortal()
    const { token } = await portal.make.user({ isAdmin: true, userName: 'ada' })
    return new ReportLibraryClient({ portal, token })
  }

  async ask(request: AskedRequest): Promise<Answer> {
    return await this.portal.ask({ token: this.token, ...request })
  }

  async put(to: string, body: object): Promise<Answer> {
    return await this.ask({ method: 'PUT', path: to, body })
  }

  async remove(from: string): Promise<Answer> {
    return await this.ask({ method: 'DELETE', path: from })
  }

  async makeReport(body: object = {}): Promise<Report> {
    return Report.parse(await this.#make(path, { name: 'Calls by source', definition, ...body }))
  }

  async makeSet(body: object): Promise<ReportSet> {
    return ReportSet.parse(await this.#make(`${path}/reportset`, body))
  }

  async makeGroup(body: object): Promise<ReportGroup> {
    return ReportGroup.parse(await this.#make(`${path}/groups`, body))
  }

  async #make(to: string, body: object): Promise<unknown> {
    return expectCreated(await this.ask({ path: to, body }))
  }

  async getReport(id: string): Promise<Report> {
    return Report.parse(expectOk(await this.ask({ path: `${path}/${id}` })))
  }

  async getSet(id: string): Promise<ReportSet> {
    return ReportSet.parse(expectOk(await this.ask({ path: `${path}/reportset/${id}` })))
  }

  async getGroup(id: string): Promise<ReportGroup> {
    return ReportGroup.parse(expectOk(await this.ask({ path: `${path}/groups/${id}` })))
  }

  /** Of what a search finds. */
  async idsOf(to: string, body: object): Promise<string[]> {
    const Page = z.object({ items: z.array(z.object({ id: z.string() })), total: z.int() })
    return Page.parse(expectOk(await this.ask({ path: to, body }))).items.map(({ id }) => id)
  }
}
