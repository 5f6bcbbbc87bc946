import { IngestAnswer } from '@callboard/contract/calls'
import { z } from 'zod'
import { seenSql } from '#server/db/calls/snapshots.ts'
import type { Sent } from './ingest-portal.ts'
import { type Answer, openTestApp, type TestApp } from './test-app.ts'

/** A customer whose telephone system sends calls over HTTP. */
export interface Sender {
  id: string
  code: string
  key: string
}

/** The whole portal, asked as a telephone system asks it, and looked into where no answer shows enough. */
export class IngestClient {
  readonly app: TestApp

  private constructor(app: TestApp) {
    this.app = app
  }

  static async open(): Promise<IngestClient> {
    return new IngestClient(await openTestApp())
  }

  get ingest() {
    return this.app.runtime.ingest
  }

  async newSender(): Promise<Sender> {
    const { id, code } = await this.app.make.customer()
    return { id, code, key: await this.app.make.apiKey(id) }
  }

  async post({ key }: Pick<Sender, 'key'>, body: unknown, contentType = 'application/json'): Promise<Answer> {
    const headers = { 'content-type': contentType }
    return await this.app.ask({ method: 'POST', path: '/api/calls', body, token: key, headers })
  }

  /** Sends, and waits until the calls can be read and everything that follows from them is worked out. */
  async send(sender: Sender, ...calls: Sent[]): Promise<IngestAnswer> {
    const answer = answerOf(await this.post(sender, calls))
    await this.ingest.relationsSettled()
    return answer
  }

  async stored({ id }: Pick<Sender, 'id'>): Promise<Record<string, unknown>[]> {
    const { calls, snapshots } = this.app.runtime
    return await calls.query({
      sql: `SELECT * FROM calls WHERE customer_id = {id:UUID} AND ${seenSql} ORDER BY started_at, external_call_id`,
      params: { id, seen: await snapshots.published() },
      row: z.record(z.string(), z.unknown()),
    })
  }

  async quarantined({ id }: Pick<Sender, 'id'>) {
    const { db } = this.app.runtime.postgres
    return await db
      .selectFrom('quarantine')
      .where('customer_id', '=', id)
      .selectAll()
      .orderBy('code')
      .execute()
  }
}

export function answerOf({ status, text }: Answer): IngestAnswer {
  if (status !== 200) throw new Error(`the calls were refused: ${status} ${text}`)
  return IngestAnswer.parse(JSON.parse(text))
}

/** What an answer says when nothing was rejected. */
export function counts(created: number, updated: number, unchanged: number) {
  return { created, updated, unchanged, rejected: [] }
}
