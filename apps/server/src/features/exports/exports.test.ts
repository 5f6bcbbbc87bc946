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
import type { Answer, TestApp } from '#test/test-app.ts'
import {
  bigCalls,
  bigRows,
  bigWideCalls,
  calls,
  ExportingPortal,
  exportsPath,
  march,
} from '#test/reporting/exporting-portal.ts'

let portal: ExportingPortal
let test: TestApp

beforeAll(async () => {
  portal = await ExportingPortal.open()
  ;({ test } = portal)
})

afterEach(() => portal.files.release())

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
        [portal.bySource, { path: runReport.path, body: portal.bySource.report }],
      ] as const) {
        const id = await portal.written(portal.admin, rows, format)
        const file = await portal.fileOf(portal.admin, id)
        const asked = await test.ask({ ...direct, token: portal.admin.token, headers: { accept } })
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
    portal.files.hold()
    const user = await portal.member()
    const id = await portal.begin(user, bigCalls)
    // The first day is written, the second held up.
    await expect
      .poll(async () => await portal.read(user, id))
      .toMatchObject({ state: 'running', rowsDone: bigRows / 2, rowCount: bigRows })
    await test.runtime.exportRunner.sweep()
    portal.files.release()
    const done = await portal.ended(user, id)
    const file = await portal.fileOf(user, id)
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
    const user = await portal.member()
    const [first, second] = [
      await portal.written(user, calls),
      await portal.written(user, portal.bySource, 'xlsx'),
    ]
    const { items } = z.object({ items: z.array(Export) }).parse(expectOk(await portal.ask(user, 'GET')))
    expect(items.map(({ id, name, format }) => [id, name, format])).toEqual([
      [second, 'Calls by source', 'xlsx'],
      [first, 'Calls', 'csv'],
    ])
  })

  it('refuses at once what a download would refuse', async () => {
    const user = await portal.member()
    expectError(await portal.create(user, { calls: { from: '2026-03-01' } }), 400, 'invalid')
    expectError(await portal.create(user, { calls: { ...march, pageSize: 10 } }), 400, 'invalid')
    expectError(await portal.create(user, {}), 400, 'invalid')
    expectError(await portal.create(user, calls, 'docx'), 400, 'invalid')
    expectError(await portal.create(user, { report: { reportId: crypto.randomUUID() } }), 404, 'notFound')
    const onlyCsv = await test.make.report()
    await change(test.runtime.db, systemActor, async (transaction) =>
      transaction
        .updateTable('report')
        .set({ export_types: ['csv'] })
        .where('id', '=', onlyCsv)
        .execute(),
    )
    expectError(
      await portal.create(portal.admin, { report: { reportId: onlyCsv } }, 'xlsx'),
      406,
      'exportNotAllowed',
    )
    const viewer = await test.make.user({ claims: ['reporting.view'], customerId: portal.one })
    expectError(await portal.create(viewer, calls), 403, 'forbidden')
    expect((await test.ask({ path: exportsPath, body: { format: 'csv', rows: calls } })).status).toBe(401)
  })

  it('ends with the reason when it cannot be written', async () => {
    const user = await portal.member()
    const id = await portal.begin(user, bigCalls, 'html')
    const { state, error } = await portal.ended(user, id)
    expect([state, error]).toEqual([
      'failed',
      expect.stringContaining('up to 10,000 rows, and these are 120,000'),
    ])
    expectError(await portal.fileOf(user, id), 410, 'exportGone')
  })

  it('can be stopped: the engine stops, and nothing of the file is left', async () => {
    portal.files.hold()
    const user = await portal.member()
    const id = await portal.begin(user, bigCalls)
    await portal.running(user, id)
    expectError(await portal.fileOf(user, id), 409, 'conflict')
    const stopped = Export.parse(expectOk(await portal.ask(user, 'PUT', `/${id}/stop`)))
    expect(stopped.state).toBe('stopped')
    portal.files.release()
    await expect.poll(() => portal.onDisk(id)).toEqual([])
    expect(await portal.read(user, id)).toMatchObject({ state: 'stopped' })
    expectError(await portal.fileOf(user, id), 410, 'exportGone')
  })

  it('is deleted with its file, also while it is being written', async () => {
    const user = await portal.member()
    const id = await portal.written(user, calls)
    expect((await portal.ask(user, 'DELETE', `/${id}`)).status).toBe(204)
    expect([portal.onDisk(id), (await portal.fileOf(user, id)).status]).toEqual([[], 404])
    portal.files.hold()
    const held = await portal.begin(user, bigCalls)
    await portal.running(user, held)
    expect((await portal.ask(user, 'DELETE', `/${held}`)).status).toBe(204)
    portal.files.release()
    await expect.poll(() => portal.onDisk(held)).toEqual([])
  })

  it('can be asked for again', async () => {
    const user = await portal.member()
    const id = await portal.written(user, calls, 'ndjson')
    const again = Export.parse((await portal.ask(user, 'POST', `/${id}/repeat`)).json())
    expect(again.id).not.toBe(id)
    await portal.ended(user, again.id)
    expect((await portal.fileOf(user, again.id)).text).toBe((await portal.fileOf(user, id)).text)
  })
})

describe('exports', () => {
  it('of one user are written one after the other, in their order, and those of another beside them', async () => {
    portal.files.hold()
    const [ada, bob] = [await portal.member(), await portal.member()]
    const [first, second] = [await portal.begin(ada, bigCalls), await portal.begin(ada, calls)]
    await portal.running(ada, first)
    const others = await portal.begin(bob, bigCalls)
    await portal.running(bob, others)
    expect((await portal.read(ada, second)).state).toBe('waiting')
    portal.files.release()
    expect((await portal.ended(ada, second)).state).toBe('ready')
    expect((await portal.read(ada, first)).state).toBe('ready')
  })

  it(`are no more than ${maxOpenExports} under way for one user`, async () => {
    portal.files.hold()
    const user = await portal.member()
    const answers = await Promise.all(
      Array.from({ length: maxOpenExports + 3 }, async () => await portal.create(user, calls)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxOpenExports)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectError(answer, 409, 'conflict')
    portal.files.release()
  })

  it('are their owner’s alone: for everybody else there is none', async () => {
    const user = await portal.member()
    const id = await portal.written(user, calls)
    const unknown = crypto.randomUUID()
    const tails = [
      ['GET', ''],
      ['GET', '/file'],
      ['PUT', '/stop'],
      ['POST', '/repeat'],
      ['DELETE', ''],
    ] as const
    for (const stranger of [portal.admin, await portal.member()]) {
      for (const [method, tail] of tails) {
        expect(bytesOf(await portal.ask(stranger, method, `/${id}${tail}`))).toEqual(
          bytesOf(await portal.ask(stranger, method, `/${unknown}${tail}`)),
        )
      }
    }
    expect((await portal.fileOf(user, id)).status).toBe(200)
  })

  it('are not shown, and none is begun, while the portal is viewed as their owner', async () => {
    const user = await portal.member()
    const id = await portal.written(user, calls)
    const viewing = { token: portal.admin.token, headers: { 'x-masked-user': user.id } }
    expectError(await test.ask({ ...viewing, path: exportsPath }), 403, 'forbidden')
    expectError(await test.ask({ ...viewing, path: `${exportsPath}/${id}/file` }), 403, 'forbidden')
    const body = { format: 'csv', rows: calls }
    expectError(await test.ask({ ...viewing, path: exportsPath, body }), 403, 'maskedReadOnly')
  })

  it('that would be more than is kept for one user end with a sentence', async () => {
    const user = await portal.member()
    const failed = await portal.ended(user, await portal.begin(user, bigWideCalls, 'ndjson'))
    expect(failed.state).toBe('failed')
    expect(failed.error).toMatch(/^Your exports have the .+ Delete some/)
    expect(portal.onDisk(failed.id)).toEqual([])
  })
})

describe('the file of an export', () => {
  it('is gone once its owner finds the report no more', async () => {
    const user = await portal.member()
    const id = await portal.written(user, portal.bySource)
    await change(test.runtime.db, systemActor, async (transaction) =>
      transaction
        .updateTable('report_group')
        .set({ is_active: false })
        .where('id', '=', user.groupId)
        .execute(),
    )
    const answer = await portal.fileOf(user, id)
    expectError(answer, 410, 'exportGone')
    expect(sentence(answer)).toBe('You cannot run this report any more, so its file was deleted.')
    expect(portal.onDisk(id)).toEqual([])
    expect(await portal.read(user, id)).toMatchObject({ state: 'failed', error: sentence(answer) })
    expect(sentence(await portal.fileOf(user, id))).toBe(sentence(answer))
  })

  it('is gone once its owner may not see who called any more', async () => {
    const user = await test.make.user({ customerId: portal.one })
    await test.make.role(user.id, ['reporting.view'])
    const role = await test.make.role(user.id, ['reporting.call.details'])
    const id = await portal.written(user, calls)
    await test.make.changeRole(role, { is_active: false })
    expectError(await portal.fileOf(user, id), 410, 'exportGone')
    expect(portal.onDisk(id)).toEqual([])
  })

  it.each(['ready', 'running'])(
    'is gone once its owner sees other calls than it has: %s meanwhile',
    async (when) => {
      if (when === 'running') portal.files.hold()
      const user = await portal.member()
      const id = when === 'ready' ? await portal.written(user, calls) : await portal.begin(user, bigCalls)
      if (when === 'running') await portal.running(user, id)
      await test.make.changeUser(user.id, { customer_id: portal.other })
      portal.files.release()
      await portal.ended(user, id)
      const answer = await portal.fileOf(user, id)
      expectError(answer, 410, 'exportGone')
      expect(sentence(answer)).toMatch(/^Which calls you see has changed/)
      await expect.poll(() => portal.onDisk(id)).toEqual([])
    },
  )

  it('is not written for whoever may not sign in any more', async () => {
    portal.files.hold()
    const user = await portal.member()
    const id = await portal.begin(user, bigCalls)
    await portal.running(user, id)
    await test.make.changeUser(user.id, { is_active: false })
    portal.files.release()
    await expect.poll(() => portal.onDisk(id)).toEqual([])
    expect((await portal.fileOf(user, id)).status).toBe(401)
  })

  it('lives a day; then it is deleted, and a day later the export is forgotten', async () => {
    const user = await portal.member()
    const id = await portal.written(user, calls)
    const day = 24 * 3_600_000
    putClockForward(day + 60_000)
    const later = { ...user, token: await test.make.session(user.id) }
    expect((await portal.read(later, id)).state).toBe('expired')
    const answer = await portal.fileOf(later, id)
    expectError(answer, 410, 'exportGone')
    expect(sentence(answer)).toBe('The file was deleted after a day. Export it again.')
    await test.runtime.exportRunner.sweep()
    expect(portal.onDisk(id)).toEqual([])
    const nightly = async () => {
      for (const { work } of jobs(test.runtime)) await work({})
    }
    await nightly()
    expect((await portal.read(later, id)).state).toBe('expired')
    putClockForward(2 * day)
    await nightly()
    const stillSignedIn = { ...user, token: await test.make.session(user.id) }
    expect((await portal.ask(stillSignedIn, 'GET', `/${id}`)).status).toBe(404)
  })

  it('is not begun to be copied when the engine has written more than there is space for', async () => {
    portal.files.spaceBytes = 1000
    const id = await portal.begin(portal.admin, bigCalls, 'parquet')
    const { state, error } = await portal.ended(portal.admin, id)
    portal.files.spaceBytes = Infinity
    expect([state, error]).toEqual(['failed', expect.stringContaining('no space left')])
    expect(portal.onDisk(id)).toEqual([])
  })

  it('is not there in part when the disk runs full', async () => {
    portal.files.gate = (_key, bytes) => {
      if (bytes > 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      return undefined
    }
    const user = await portal.member()
    const id = await portal.begin(user, bigCalls)
    expect(await portal.ended(user, id)).toMatchObject({
      state: 'failed',
      error: 'There is no space left to keep this.',
    })
    expect(portal.onDisk(id)).toEqual([])
  })
})

describe('an export that is being written when its process ends', () => {
  it('is written by the next one from its beginning, without a trace of the half file', async () => {
    portal.files.hold()
    const user = await portal.member()
    const id = await portal.begin(user, bigCalls)
    await portal.running(user, id)
    const [half] = portal.onDisk(id)
    portal.files.release()
    const next = await portal.anotherRunner(false)
    const done = await portal.ended(user, id)
    expect(done).toMatchObject({ state: 'ready', rowsDone: bigRows })
    // The one that was held up is not heard any more.
    portal.files.release()
    await expect.poll(() => portal.onDisk(id)).not.toContain(half)
    expect((await portal.fileOf(user, id)).bytes.length).toBe(done.bytes)
    await next.close()
  })

  it('waits again when the portal is stopped, however often', async () => {
    portal.files.hold()
    const user = await portal.member()
    const first = await portal.anotherRunner(true)
    await test.runtime.exportRunner.close()
    const id = await portal.begin(user, bigCalls)
    first.wake()
    await portal.running(user, id)
    for (let round = 0; round < 4; round++) {
      const stopping = round === 0 ? first : await portal.anotherRunner(true)
      await portal.running(user, id)
      const closing = stopping.close()
      portal.files.release()
      await closing
      expect((await portal.read(user, id)).state).toBe('waiting')
      portal.files.hold()
    }
    portal.files.release()
    await portal.anotherRunner(true)
    expect((await portal.ended(user, id)).state).toBe('ready')
  })
})
