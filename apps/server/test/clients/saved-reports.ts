import type { Claim } from '@callboard/contract/claims'
import { ReportMenu, RunReportAnswer } from '@callboard/contract/reports'
import { SavedReport, SavedReports } from '@callboard/contract/saved-reports'
import { z } from 'zod'
import { expectOk } from '../expect-errors.ts'
import type { MadeUser } from '../factory.ts'
import { type Answer, openPortal, type Portal } from '../portal.ts'

export const dateRange = { from: '2026-03-01', to: '2026-04-01' }

export const saving: readonly Claim[] = ['reporting.view', 'reporting.save']

/** A user in a report group of their own, which has the report. */
export interface Member extends MadeUser {
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

  get admin(): MadeUser {
    return this.portal.admin
  }

  /** Of the first customer. */
  async member(): Promise<Member> {
    const user = await this.portal.make.user({ claims: saving, customerId: this.one })
    return { ...user, groupId: await this.portal.make.group({ userIds: [user.id], setIds: [this.setId] }) }
  }

  async join(groupId: string, userId: string): Promise<void> {
    const path = `/api/reporting/groups/${groupId}/user`
    await this.portal.ask({ method: 'PUT', path, body: { userId }, token: this.admin.token })
  }

  async leave(groupId: string, userId: string): Promise<void> {
    const path = `/api/reporting/groups/${groupId}/user/${userId}`
    await this.portal.ask({ method: 'DELETE', path, token: this.admin.token })
  }

  async save(token: string, body: object): Promise<Answer> {
    return await this.portal.ask({
      path: '/api/reporting/savereport',
      body: { reportId: this.reportId, name: 'Radio', parameters: { dateRange, source: ['radio'] }, ...body },
      token,
    })
  }

  async saved(user: MadeUser, body: object = {}): Promise<SavedReport> {
    return SavedReport.parse((await this.save(user.token, body)).json())
  }

  async update(token: string, id: string, body: object): Promise<Answer> {
    return await this.portal.ask({ method: 'PUT', path: `/api/reporting/savereport/${id}`, body, token })
  }

  async read(token: string, id: string): Promise<Answer> {
    return await this.portal.ask({ path: `/api/reporting/savedreports/${id}`, token })
  }

  async remove(token: string, id: string): Promise<Answer> {
    return await this.portal.ask({ method: 'DELETE', path: `/api/reporting/savedreports/${id}`, token })
  }

  async restore(token: string, id: string): Promise<Answer> {
    return await this.portal.ask({ method: 'PUT', path: `/api/reporting/savedreports/${id}/restore`, token })
  }

  async run(token: string, savedReportId: string, parameters: object = {}): Promise<Answer> {
    return await this.portal.ask({
      path: '/api/reporting/runreport',
      body: { savedReportId, parameters },
      token,
    })
  }

  /** Calls by source. */
  async figures(token: string, id: string, parameters: object = {}): Promise<Record<string, number>> {
    const { rows } = RunReportAnswer.parse(expectOk(await this.run(token, id, parameters)))
    return Object.fromEntries(z.array(z.tuple([z.string(), z.number()])).parse(rows))
  }

  async handOver(from: string, body: object, token = this.admin.token): Promise<Answer> {
    return await this.portal.ask({
      method: 'PUT',
      path: `/api/reporting/savedreports/${from}/owner`,
      body,
      token,
    })
  }

  /** Ids of the saved reports that a user finds. */
  async listOf(token: string, userId: string): Promise<string[]> {
    return SavedReports.parse(expectOk(await this.read(token, userId))).items.map(({ id }) => id)
  }

  async menuOf(token: string, userId: string): Promise<ReportMenu> {
    return ReportMenu.parse(
      expectOk(await this.portal.ask({ path: `/api/reporting/reportmenu/${userId}`, token })),
    )
  }
}
