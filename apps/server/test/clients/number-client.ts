import type { Input, Output } from '@callboard/contract/endpoint'
import { Entity } from '@callboard/contract/entities'
import {
  editNumbers,
  getNumber,
  type NumberChange,
  type NumberEdit,
  NumberPreview,
  NumberTimeline,
  searchNumberChanges,
} from '@callboard/contract/numbers'
import { vi } from 'vitest'
import type { z } from 'zod'
import { expectOk } from '../expect-errors.ts'
import { openPortal, type Portal } from '../portal.ts'

export type Edit = z.input<typeof NumberEdit>

/** What tests do with tracking numbers. */
export class NumberClient {
  readonly portal: Portal

  private constructor(portal: Portal) {
    this.portal = portal
  }

  static async open(): Promise<NumberClient> {
    return new NumberClient(await openPortal())
  }

  /** The id of a number of a customer. */
  async add(customerId: string, code: string): Promise<string> {
    const body = { type: 'number', code, name: code, customerId }
    const path = '/api/reportingentity/entity'
    const answer = await this.portal.admin.ask({ path, body })
    return Entity.parse(answer.json()).id
  }

  async get(id: string, token = this.portal.admin.token): Promise<NumberTimeline> {
    const path = getNumber.path.replace('{id}', id)
    return NumberTimeline.parse(expectOk(await this.portal.ask({ path, token })))
  }

  async post(edit: Edit, token = this.portal.admin.token) {
    return await this.portal.ask({ path: editNumbers.path, body: edit, token })
  }

  async preview(edit: Edit, token = this.portal.admin.token): Promise<NumberPreview> {
    const path = `${editNumbers.path}/preview`
    return NumberPreview.parse(expectOk(await this.portal.ask({ path, body: edit, token })))
  }

  /** Edits, and waits until all calls follow. */
  async edit(edit: Edit): Promise<Output<typeof editNumbers>> {
    const answer = editNumbers.response.parse(expectOk(await this.post(edit)))
    await this.attributed()
    return answer
  }

  async undo(id: string) {
    const path = `/api/number/change/${id}/undo`
    return await this.portal.admin.ask({ path, method: 'POST' })
  }

  /** What numbers stand for wins over what a source of the customer sends, or no longer. */
  async putNumberFirst(customerId: string, sourceSystem: string, isNumberFirst: boolean): Promise<void> {
    const { admin } = this.portal
    const found = await this.portal.db
      .selectFrom('source')
      .where('customer_id', '=', customerId)
      .where('source_system', '=', sourceSystem)
      .select('id')
      .executeTakeFirst()
    const given = { name: sourceSystem, kind: 'api', timeZone: 'UTC', customerId, isNumberFirst }
    const answer =
      found === undefined
        ? await admin.ask({ path: '/api/source', body: given })
        : await admin.ask({ method: 'PUT', path: `/api/source/${found.id}`, body: { isNumberFirst } })
    if (answer.status > 201) throw new Error(answer.text)
  }

  /** Changes of numbers, the newest first. */
  async changes(search: Input<typeof searchNumberChanges>['body']): Promise<NumberChange[]> {
    const { path, response } = searchNumberChanges
    return response.parse(expectOk(await this.portal.admin.ask({ path, body: search }))).items
  }

  async attributed(): Promise<void> {
    const { db } = this.portal
    const toWrite = db.selectFrom('number_change').where('parts_left', '>', 0).select('id').limit(1)
    await vi.waitUntil(async () => (await toWrite.executeTakeFirst()) === undefined)
    while (await this.portal.runtime.ingest.attribution.attributeNext());
  }
}
