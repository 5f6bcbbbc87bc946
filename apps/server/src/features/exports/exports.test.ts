import { callDetails } from '@callboard/contract/calls'
import { estimateFileBytes } from '@callboard/contract/export-size'
import { fileTypes } from '@callboard/contract/export-types'
import { Export, maxOpenExports } from '@callboard/contract/exports'
import { runReport } from '@callboard/contract/reports'
import { read } from '@e965/xlsx'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { jobs } from './routes.ts'
import { putClockForward } from '#test/clock.ts'
import { bytesOf, expectError, expectOk } from '#test/expect-errors.ts'
import { pdfText, withoutSpaces } from '#test/pdf-text.ts'
import type { Answer, Portal } from '#test/portal.ts'
import {
  bigCalls,
  bigRows,
  bigWideCalls,
  calls,
  ExportClient,
  exportsPath,
  march,
} from '#test/clients/exports.ts'

let client: ExportClient
let test: Portal

beforeAll(async () => {
  client = await ExportClient.open()
  test = client.portal
})

afterEach(() => client.files.release())

const sentence = (answer: Answer) =>
  z.array(z.object({ description: z.string() })).parse(answer.json())[0]?.description

/** The bytes of a file; of one that says when it was asked for, the texts without that. */
async function comparable({ bytes, headers }: Answer): Promise<Buffer> {
  const type = String(headers['content-type'])
  if (type.includes('spreadsheet'))
    return Buffer.from(withoutSpaces(JSON.stringify(read(bytes).Sheets)).replaceAll(timed, ''))
  if (type === 'application/pdf') return Buffer.from((await pdfText(bytes)).replace(timed, ''))
  return type.startsWith('text/html') ? Buffer.from(withoutSpaces(String(bytes)).replace(timed, '')) : bytes
}

const timed = /asof\w{3}\d+,\d{4},[\d:]{8}/g

describe('an export in the background', () => {
  it.each(fileTypes.map(({ extension, contentType }) => [extension, contentType]))(
    'is the file that is downloaded at once: %s',
    async (format, accept) => {
      for (const [rows, direct] of [
        [calls, { path: callDetails.path, body: march }],
        [client.bySource, { path: runReport.path, body: client.bySource.report }],
      ] as const) {
        const id = await client.written(client.admin, rows, format)
        const file = await client.fileOf(client.admin, id)
        const asked = await test.ask({ ...direct, token: client.admin.token, headers: { accept } })
        const named = ({ headers }: Answer) => [
          headers['content-type'],
          headers['content-disposition'],
          headers['x-row-count'],
          headers['x-snapshot'],
        ]
        expect(named(file)).toEqual(named(asked))
        expect(file.headers['content-length']).toBe(String(file.bytes.length))
        const [one, other] = await Promise.all([file, asked].map(comparable))
        expect(one?.equals(other ?? Buffer.of())).toBe(true)
      }
    },
  )

  it('tells how many of its rows are written, has all of them in the end, and their number', async () => {
    client.files.hold()
    const user = await client.member()
    const id = await client.begin(user, bigCalls)
    // The first day is written, the second held up.
    await expect
      .poll(async () => await client.read(user, id))
      .toMatchObject({ state: 'running', rowsDone: bigRows / 2, rowCount: bigRows })
    await test.runtime.exportRunner.sweep()
    client.files.release()
    const done = await client.ended(user, id)
    const file = await client.fileOf(user, id)
    expect(done).toMatchObject({
      name: 'Calls',
      state: 'ready',
      rowsDone: bigRows,
      bytes: file.bytes.length,
      fileName: 'Calls 2025-03-01 to 2025-03-02.csv',
    })
    const estimated = estimateFileBytes('csv', { rowCount: bigRows, columns: bigCalls.calls.columns }) ?? 0
    expect(Math.abs(estimated / file.bytes.length - 1)).toBeLessThan(0.25)
    const parquetOf = (column: string) =>
      estimateFileBytes('parquet', { rowCount: bigRows, columns: [column] }) ?? 0
    expect(parquetOf('id')).toBeGreaterThan(20 * parquetOf('customerId'))
    const numbers = file.text.split('\r\n').map((line) => line.split(',')[1])
    expect(new Set(numbers).size).toBe(bigRows + 2)
  })

  it('goes on without whoever asked, and is in their list, the newest first', async () => {
    const user = await client.member()
    const [first, second] = [
      await client.written(user, calls),
      await client.written(user, client.bySource, 'xlsx'),
    ]
    const { items } = z.object({ items: z.array(Export) }).parse(expectOk(await client.ask(user, 'GET')))
    expect(items.map(({ id, name, format }) => [id, name, format])).toEqual([
      [second, 'Calls by source', 'xlsx'],
      [first, 'Calls', 'csv'],
    ])
  })

  it('refuses at once what a download would refuse', async () => {
    const user = await client.member()
    expectError(await client.create(user, { calls: { from: '2026-03-01' } }), 400, 'invalid')
    expectError(await client.create(user, { calls: { ...march, pageSize: 10 } }), 400, 'invalid')
    expectError(await client.create(user, {}), 400, 'invalid')
    expectError(await client.create(user, calls, 'docx'), 400, 'invalid')
    expectError(await client.create(user, { report: { reportId: crypto.randomUUID() } }), 404, 'notFound')
    const onlyCsv = await test.make.report()
    await change(test.runtime.db, systemActor, async (transaction) =>
      transaction
        .updateTable('report')
        .set({ export_types: ['csv'] })
        .where('id', '=', onlyCsv)
        .execute(),
    )
    expectError(
      await client.create(client.admin, { report: { reportId: onlyCsv } }, 'xlsx'),
      406,
      'exportNotAllowed',
    )
    const viewer = await test.make.user({ claims: ['reporting.view'], customerId: client.one })
    expectError(await client.create(viewer, calls), 403, 'forbidden')
    expect((await test.ask({ path: exportsPath, body: { format: 'csv', rows: calls } })).status).toBe(401)
  })

  it('ends with the reason when it cannot be written', async () => {
    const user = await client.member()
    const id = await client.begin(user, bigCalls, 'html')
    const { state, error } = await client.ended(user, id)
    expect([state, error]).toEqual([
      'failed',
      expect.stringContaining('up to 10,000 rows, and there are 120,000'),
    ])
    expectError(await client.fileOf(user, id), 410, 'exportGone')
  })

  it('can be stopped: the engine stops, and nothing of the file is left', async () => {
    client.files.hold()
    const user = await client.member()
    const id = await client.begin(user, bigCalls)
    await client.running(user, id)
    expectError(await client.fileOf(user, id), 409, 'conflict')
    const stopped = Export.parse(expectOk(await client.ask(user, 'PUT', `/${id}/stop`)))
    expect(stopped.state).toBe('stopped')
    client.files.release()
    await expect.poll(() => client.onDisk(id)).toEqual([])
    expect(await client.read(user, id)).toMatchObject({ state: 'stopped' })
    expectError(await client.fileOf(user, id), 410, 'exportGone')
  })

  it('is deleted with its file, also while it is being written', async () => {
    const user = await client.member()
    const id = await client.written(user, calls)
    expect((await client.ask(user, 'DELETE', `/${id}`)).status).toBe(204)
    expect([client.onDisk(id), (await client.fileOf(user, id)).status]).toEqual([[], 404])
    client.files.hold()
    const held = await client.begin(user, bigCalls)
    await client.running(user, held)
    expect((await client.ask(user, 'DELETE', `/${held}`)).status).toBe(204)
    client.files.release()
    await expect.poll(() => client.onDisk(held)).toEqual([])
  })

  it('can be asked for again', async () => {
    const user = await client.member()
    const id = await client.written(user, calls, 'ndjson')
    const again = Export.parse((await client.ask(user, 'POST', `/${id}/repeat`)).json())
    expect(again.id).not.toBe(id)
    await client.ended(user, again.id)
    expect((await client.fileOf(user, again.id)).text).toBe((await client.fileOf(user, id)).text)
  })
})

describe('exports', () => {
  it('of one user are written one after the other, in their order, and those of another beside them', async () => {
    client.files.hold()
    const [ada, bob] = [await client.member(), await client.member()]
    const [first, second] = [await client.begin(ada, bigCalls), await client.begin(ada, calls)]
    await client.running(ada, first)
    const others = await client.begin(bob, bigCalls)
    await client.running(bob, others)
    expect((await client.read(ada, second)).state).toBe('waiting')
    client.files.release()
    expect((await client.ended(ada, second)).state).toBe('ready')
    expect((await client.read(ada, first)).state).toBe('ready')
  })

  it(`are no more than ${maxOpenExports} under way for one user`, async () => {
    client.files.hold()
    const user = await client.member()
    const answers = await Promise.all(
      Array.from({ length: maxOpenExports + 3 }, async () => await client.create(user, calls)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxOpenExports)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectError(answer, 409, 'conflict')
    client.files.release()
  })

  it('are their owner’s alone: for everybody else there is none', async () => {
    const user = await client.member()
    const id = await client.written(user, calls)
    const unknown = crypto.randomUUID()
    const tails = [
      ['GET', ''],
      ['GET', '/file'],
      ['PUT', '/stop'],
      ['POST', '/repeat'],
      ['DELETE', ''],
    ] as const
    for (const stranger of [client.admin, await client.member()]) {
      for (const [method, tail] of tails) {
        expect(bytesOf(await client.ask(stranger, method, `/${id}${tail}`))).toEqual(
          bytesOf(await client.ask(stranger, method, `/${unknown}${tail}`)),
        )
      }
    }
    expect((await client.fileOf(user, id)).status).toBe(200)
  })

  it('are not shown, and none is begun, while the portal is viewed as their owner', async () => {
    const user = await client.member()
    const id = await client.written(user, calls)
    const viewing = { token: client.admin.token, headers: { 'x-masked-user': user.id } }
    expectError(await test.ask({ ...viewing, path: exportsPath }), 403, 'forbidden')
    expectError(await test.ask({ ...viewing, path: `${exportsPath}/${id}/file` }), 403, 'forbidden')
    const body = { format: 'csv', rows: calls }
    expectError(await test.ask({ ...viewing, path: exportsPath, body }), 403, 'maskedReadOnly')
  })

  it('that would be more than is kept for one user end with a sentence', async () => {
    const user = await client.member()
    const failed = await client.ended(user, await client.begin(user, bigWideCalls, 'ndjson'))
    expect(failed.state).toBe('failed')
    expect(failed.error).toMatch(/^Your exports have reached the limit of .+ Delete some/)
    expect(client.onDisk(failed.id)).toEqual([])
  })
})

describe('the file of an export', () => {
  it('is gone once its owner finds the report no more', async () => {
    const user = await client.member()
    const id = await client.written(user, client.bySource)
    await change(test.runtime.db, systemActor, async (transaction) =>
      transaction
        .updateTable('report_group')
        .set({ is_active: false })
        .where('id', '=', user.groupId)
        .execute(),
    )
    const answer = await client.fileOf(user, id)
    expectError(answer, 410, 'exportGone')
    expect(sentence(answer)).toBe('You no longer have access to this report, so its file was deleted.')
    expect(client.onDisk(id)).toEqual([])
    expect(await client.read(user, id)).toMatchObject({ state: 'failed', error: sentence(answer) })
    expect(sentence(await client.fileOf(user, id))).toBe(sentence(answer))
  })

  it('is gone once its owner may not see who called any more', async () => {
    const user = await test.make.user({ customerId: client.one })
    await test.make.role(user.id, ['reporting.view'])
    const role = await test.make.role(user.id, ['reporting.call.details'])
    const id = await client.written(user, calls)
    await test.make.changeRole(role, { is_active: false })
    expectError(await client.fileOf(user, id), 410, 'exportGone')
    expect(client.onDisk(id)).toEqual([])
  })

  it.each(['ready', 'running'])(
    'is gone once its owner sees other calls than it has: %s meanwhile',
    async (when) => {
      if (when === 'running') client.files.hold()
      const user = await client.member()
      const id = when === 'ready' ? await client.written(user, calls) : await client.begin(user, bigCalls)
      if (when === 'running') await client.running(user, id)
      await test.make.changeUser(user.id, { customer_id: client.other })
      client.files.release()
      await client.ended(user, id)
      const answer = await client.fileOf(user, id)
      expectError(answer, 410, 'exportGone')
      expect(sentence(answer)).toMatch(/^Your access to calls has changed/)
      await expect.poll(() => client.onDisk(id)).toEqual([])
    },
  )

  it('is not written for whoever may not sign in any more', async () => {
    client.files.hold()
    const user = await client.member()
    const id = await client.begin(user, bigCalls)
    await client.running(user, id)
    await test.make.changeUser(user.id, { is_active: false })
    client.files.release()
    await expect.poll(() => client.onDisk(id)).toEqual([])
    expect((await client.fileOf(user, id)).status).toBe(401)
  })

  it('lives a day; then it is deleted, and a day later the export is forgotten', async () => {
    const user = await client.member()
    const id = await client.written(user, calls)
    const day = 24 * 3_600_000
    putClockForward(day + 60_000)
    const later = { ...user, token: await test.make.session(user.id) }
    expect((await client.read(later, id)).state).toBe('expired')
    const answer = await client.fileOf(later, id)
    expectError(answer, 410, 'exportGone')
    expect(sentence(answer)).toBe('The file was deleted after a day. Export it again.')
    await test.runtime.exportRunner.sweep()
    expect(client.onDisk(id)).toEqual([])
    const nightly = async () => {
      for (const { work } of jobs(test.runtime)) await work({})
    }
    await nightly()
    expect((await client.read(later, id)).state).toBe('expired')
    putClockForward(2 * day)
    await nightly()
    const stillSignedIn = { ...user, token: await test.make.session(user.id) }
    expect((await client.ask(stillSignedIn, 'GET', `/${id}`)).status).toBe(404)
  })

  it('is not begun to be copied when the engine has written more than there is space for', async () => {
    client.files.spaceBytes = 1000
    const id = await client.begin(client.admin, bigCalls, 'parquet')
    const { state, error } = await client.ended(client.admin, id)
    client.files.spaceBytes = Infinity
    expect([state, error]).toEqual(['failed', expect.stringContaining('not enough disk space')])
    expect(client.onDisk(id)).toEqual([])
  })

  it('is not there in part when the disk runs full', async () => {
    client.files.gate = (_key, bytes) => {
      if (bytes > 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      return undefined
    }
    const user = await client.member()
    const id = await client.begin(user, bigCalls)
    expect(await client.ended(user, id)).toMatchObject({
      state: 'failed',
      error: 'There is not enough disk space to save this.',
    })
    expect(client.onDisk(id)).toEqual([])
  })
})
