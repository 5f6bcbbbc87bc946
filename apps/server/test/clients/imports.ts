import { randomUUID } from 'node:crypto'
import { Import, undoImport } from '@callboard/contract/imports'
import { Source } from '@callboard/contract/sources'
import { pageOf } from '@callboard/contract/paging'
import { vi } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import type { Db } from '#server/db/tables/schema.ts'
import { expectCreated, expectOk } from '#test/expect-errors.ts'
import { type Answer, openPortal, type Portal, type PortalOptions } from '#test/portal.ts'

const firstSecond = Date.UTC(2026, 2, 2, 15) / 1000

export interface AsteriskLine {
  call: number
  leg?: number
  caller?: string
  isAnswered?: boolean
}

/** A leg of a minute, as a switch writes it; calls follow each other every ten minutes. */
export function asteriskLine({
  call,
  leg = 1,
  caller = '4155550123',
  isAnswered = true,
}: AsteriskLine): string {
  const start = firstSecond + call * 600
  const clock = (second: number) =>
    `"${new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')}"`
  const answer = isAnswered ? clock(start + 10) : ''
  const id = `${start}.${call * 10}`
  const disposition = isAnswered ? 'ANSWERED' : 'NO ANSWER'
  const own = `"","${caller}","2125550100","from-trunk","""${caller}"" <${caller}>"`
  const channels = `"SIP/trunk-${call}","SIP/30${leg}-${call}${leg}","Dial","SIP/30${leg},60,t"`
  const times = `${clock(start)},${answer},${clock(start + 60)},60,${isAnswered ? 50 : 0}`
  return `${own},${channels},${times},"${disposition}","DOCUMENTATION","${leg === 1 ? id : id + leg}","","","${id}",${leg}\n`
}

/** So many calls of one leg, from one on. */
export function asteriskFile(
  count: number,
  { from = 0, ...line }: { from?: number; caller?: string } = {},
): string {
  return Array.from({ length: count }, (_, at) => asteriskLine({ ...line, call: from + at })).join('')
}

export const nineBytes = Buffer.from('012345678')

export interface MadeSource {
  id: string
  customerId: string
}

/** What tests do with imports. */
export class ImportClient {
  readonly portal: Portal

  private constructor(portal: Portal) {
    this.portal = portal
  }

  static async open(options?: PortalOptions): Promise<ImportClient> {
    return new ImportClient(await openPortal(options))
  }

  async ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> {
    const { token } = this.portal.admin
    return await this.portal.ask({ method, path, token, ...(body !== undefined && { body }) })
  }

  /** An Asterisk of a customer of its own, unless that is given. */
  async source(
    given: { customerId?: string; timeZone?: string; settings?: object } = {},
  ): Promise<MadeSource> {
    const customerId = given.customerId ?? (await this.portal.make.customer()).id
    const body = { customerId, kind: 'asterisk', name: `PBX ${randomUUID()}`, timeZone: 'UTC', ...given }
    const answer = await this.ask('POST', '/api/source', { ...body, customerId })
    return { id: Source.parse(expectCreated(answer)).id, customerId }
  }

  /** Sends a file. */
  async send(
    { id }: Pick<MadeSource, 'id'>,
    body: string | Buffer,
    {
      name = 'Master.csv',
      isDryRun = false,
      headers = {},
      token = this.portal.admin.token,
    }: { name?: string; isDryRun?: boolean; headers?: Record<string, string>; token?: string } = {},
  ): Promise<Answer> {
    const query = `sourceId=${id}&fileName=${encodeURIComponent(name)}${isDryRun ? '&dryRun=true' : ''}`
    return await this.portal.ask({
      method: 'POST',
      path: `/api/import?${query}`,
      token,
      body,
      headers: { 'content-type': 'text/csv', ...headers },
    })
  }

  /** Sends a part of a file, as a browser whose connection breaks off. */
  async sendPart(
    source: Pick<MadeSource, 'id'>,
    file: Buffer,
    { from = 0, to = file.length }: { from?: number; to?: number },
  ): Promise<Answer> {
    const headers = { 'content-range': `bytes ${from}-${to - 1}/${file.length}` }
    return await this.send(source, file.subarray(from, to), { headers })
  }

  /** An upload of which the first bytes are there. */
  async beginUpload(source: Pick<MadeSource, 'id'>, file = nineBytes, to = 3): Promise<Import> {
    return Import.parse((await this.sendPart(source, file, { to })).json())
  }

  /** Sends a file, and answers what came of it when it has ended. */
  async import(
    source: Pick<MadeSource, 'id'>,
    body: string | Buffer,
    how?: Parameters<ImportClient['send']>[2],
  ) {
    return await this.ended(Import.parse(expectCreated(await this.send(source, body, how))).id)
  }

  async get(id: string): Promise<Import> {
    return Import.parse(expectOk(await this.ask('GET', `/api/import/${id}`)))
  }

  async ended(id: string): Promise<Import> {
    return await vi.waitUntil(async () => {
      const found = await this.get(id)
      return found.endedAt === null ? undefined : found
    })
  }

  async search(body: object) {
    return pageOf(Import).parse(expectOk(await this.ask('POST', '/api/import/search', body)))
  }

  async undo(id: string, confirm = false) {
    return undoImport.response.parse(expectOk(await this.ask('POST', `/api/import/${id}/undo`, { confirm })))
  }

  /** Undoes an import, and answers what became of its calls. */
  async undone(id: string): Promise<Import> {
    await this.undo(id, true)
    const ended = await this.ended(id)
    if (ended.state !== 'undone') throw new Error(`it is ${ended.state}`)
    return ended
  }

  /** The calls of a customer, as the store has them. */
  async calls({ customerId }: Pick<MadeSource, 'customerId'>) {
    await this.portal.runtime.ingest.relationsSettled()
    return await this.portal.storedCalls({ id: customerId })
  }
}

/** One that has brought nothing, and has ended. */
export async function insertImport(db: Db, sourceId: string): Promise<string> {
  return await change(db, systemActor, async (transaction) => {
    const ended = { way: 'command', state: 'done', bytes: 0, ended_at: new Date() } as const
    const row = transaction.insertInto('import').values({ source_id: sourceId, name: 'Master.csv', ...ended })
    return (await row.returning('id').executeTakeFirstOrThrow()).id
  })
}
