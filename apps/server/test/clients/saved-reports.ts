import type { Claim } from '@callboard/contract/claims'
import { ReportMenu, RunReportAnswer } from '@callboard/contract/reports'
import { SavedReport, SavedReports } from '@callboard/contract/saved-reports'
import { z } from 'zod'
import { expectOk } from '../expect-errors.ts'
import { type Answer, openPortal, type Person, type Portal } from '../portal.ts'

export const dateRange = { from: '2026-03-01', to: '2026-04-01' }

export const saving: readonly Claim[] = ['reporting.view', 'reporting.save']

/** A user in a report group of their own, which has the report. */
export interface Member extends Person {
  groupId: string
}

/** Calls of two customers, a report of them by source, and what users do with saved reports. */
export class SavedReportClient {
  readonly portal: Portal
  readonly reportId: string
  readonly setId: string
  /** It has two calls of the source radio and one of tv. */
  readonly one: string
  /** It has a call of the source radio. */
  readonly other: string

  constructor(parts: Pick<SavedReportClient, 'portal' | 'reportId' | 'setId' | 'one' | 'other'>) {
    this.portal = parts.portal
    this.reportId = parts.reportId
    this.setId = parts.setId
    this.one = parts.one
    this.other = parts.other
  }

  static async open(): Promise<SavedReportClient> {
    const portal = await openPortal()
    const one = await portal.customerWith(['radio', 'radio', 'tv'].map((source) => ({ source })))
    const other = await portal.customerWith([{ source: 'radio' }])
    const reportId = await portal.make.report({
      name: 'Calls by source',
      definition: { measures: ['calls'], dimensions: [{ field: 'source' }] },
      parameters: [
        { name: 'dateRange' },
        { name: 'source' },
        { name: 'status' },
        { name: 'minimumDuration' },
      ],
    })
    const setId = await portal.make.reportSet([reportId])
    return new SavedReportClient({ portal, reportId, setId, one, other })
  }

  get admin(): Person {
    return this.portal.admin
  }

  /** Of the first customer. */
  async member(): Promise<Member> {
    const user = await this.portal.make.user({ claims: saving, customerId: this.one })
    return { ...user, groupId: await this.portal.make.group({ userIds: [user.id], setIds: [this.setId] }) }
  }

  async join(groupId: string, userId: string): Promise<void> {
    const path = `/api/reporting/groups/${groupId}/user`
    await this.admin.ask({ method: 'PUT', path, body: { userId } })
  }

  async leave(groupId: string, userId: string): Promise<void> {
    const path = `/api/reporting/groups/${groupId}/user/${userId}`
    await this.admin.ask({ method: 'DELETE', path })
  }

  async save(user: Person, body: object): Promise<Answer> {
    return await user.ask({
      path: '/api/reporting/savereport',
      body: { reportId: this.reportId, name: 'Radio', parameters: { dateRange, source: ['radio'] }, ...body },
    })
  }

  async saved(user: Person, body: object = {}): Promise<SavedReport> {
    return SavedReport.parse((await this.save(user, body)).json())
  }

  async update(user: Person, id: string, body: object): Promise<Answer> {
    return await user.ask({ method: 'PUT', path: `/api/reporting/savereport/${id}`, body })
  }

  async read(user: Person, id: string): Promise<Answer> {
    return await user.ask({ path: `/api/reporting/savedreports/${id}` })
  }

  async remove(user: Person, id: string): Promise<Answer> {
    return await user.ask({ method: 'DELETE', path: `/api/reporting/savedreports/${id}` })
  }

  async restore(user: Person, id: string): Promise<Answer> {
    return await user.ask({ method: 'PUT', path: `/api/reporting/savedreports/${id}/restore` })
  }

  async run(user: Person, savedReportId: string, parameters: object = {}): Promise<Answer> {
    return await user.ask({ path: '/api/reporting/runreport', body: { savedReportId, parameters } })
  }

  /** Calls by source. */
  async figures(user: Person, id: string, parameters: object = {}): Promise<Record<string, number>> {
    const { rows } = RunReportAnswer.parse(expectOk(await this.run(user, id, parameters)))
    return Object.fromEntries(z.array(z.tuple([z.string(), z.number()])).parse(rows))
  }

  async handOver(from: string, body: object, user = this.admin): Promise<Answer> {
    return await user.ask({ method: 'PUT', path: `/api/reporting/savedreports/${from}/owner`, body })
  }

  /** Ids of the saved reports that a user finds. */
  async listOf(user: Person, userId: string): Promise<string[]> {
    return SavedReports.parse(expectOk(await this.read(user, userId))).items.map(({ id }) => id)
  }

  async menuOf(user: Person, userId: string): Promise<ReportMenu> {
    return ReportMenu.parse(expectOk(await user.ask({ path: `/api/reporting/reportmenu/${userId}` })))
  }
}
