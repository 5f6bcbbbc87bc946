import { RecordingComment } from '@callboard/contract/recording-comments'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { callId } from '#server/db/call-id.ts'
import { buildCall } from '#test/factory.ts'
import { insertRecordingRow } from '#test/recording-rows.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let id: string
let people: Record<'admin' | 'writer' | 'reader' | 'stranger' | 'figures', Person>

beforeAll(async () => {
  test = await openPortal()
  const { id: customerId } = await test.make.customer()
  const { id: otherId } = await test.make.customer()
  const claims = ['reporting.call.details'] as const
  people = {
    admin: await test.make.user({ isAdmin: true }),
    writer: await test.make.user({ customerId, claims: [...claims, 'recording.unredacted'] }),
    reader: await test.make.user({ customerId, claims }),
    stranger: await test.make.user({ customerId: otherId, claims }),
    figures: await test.make.user({ customerId, claims: ['dashboard.view'] }),
  }
  await test.sendCalls(await test.make.apiKey(customerId), [buildCall({ externalCallId: 'one' })])
  id = await insertRecordingRow(test.runtime.db, {
    callId: callId(customerId, 'api', 'one'),
    customerId,
    duration: 60,
  })
})

const pathOf = (recordingId: string, commentId?: string) =>
  `/api/callrecording/${recordingId}/comments${commentId === undefined ? '' : `/${commentId}`}`

async function write(who: keyof typeof people, body: object, recordingId = id): Promise<Answer> {
  return await people[who].ask({ path: pathOf(recordingId), body })
}

async function read(who: keyof typeof people, as?: keyof typeof people) {
  const asked = { path: pathOf(id), token: people[who].token }
  const answer = await test.ask(
    as === undefined ? asked : { ...asked, headers: { 'x-masked-user': people[as].id } },
  )
  return z.object({ items: z.array(RecordingComment) }).parse(answer.json()).items
}

async function remove(who: keyof typeof people, commentId: string): Promise<number> {
  const token = people[who].token
  return (await test.ask({ method: 'DELETE', path: pathOf(id, commentId), token })).status
}

const changes = async (recordId: string) =>
  await test.runtime.db
    .selectFrom('change_record')
    .where('table_type', '=', 'recordingComment')
    .where('record_id', '=', recordId)
    .orderBy('at')
    .select(['action', 'user_name', 'changes'])
    .execute()

it('reads comments by moment to all who may see the recording, and to nobody else', async () => {
  const later = await write('writer', { at: 20.5, text: ' She asks for the price. ' })
  expect(later.status).toBe(201)
  expect(later.json()).toMatchObject({ at: 20.5, text: 'She asks for the price.', mayDelete: true })
  await write('reader', { at: 3, text: 'He is friendly.' })
  await test.make.changeUser(people.writer.id, { first_name: 'Wendy', last_name: 'Ritter' })
  const { reader, writer } = people
  expect(await read('reader')).toMatchObject([
    { at: 3, userName: reader.userName, fullName: reader.userName, mayDelete: true },
    { at: 20.5, userName: writer.userName, fullName: 'Wendy Ritter', mayDelete: false },
  ])
  expect((await read('admin')).map(({ mayDelete }) => mayDelete)).toEqual([true, true])
  // Nobody deletes as somebody else.
  expect((await read('admin', 'writer')).map(({ mayDelete }) => mayDelete)).toEqual([false, false])
  for (const [who, status] of [
    ['stranger', 404],
    ['figures', 403],
  ] as const) {
    expect((await people[who].ask({ path: pathOf(id) })).status).toBe(status)
    expect((await write(who, { at: 1, text: 'Hello' })).status).toBe(status)
  }
  const unknown = '0193f0a0-0000-7000-8000-0000000000ff'
  const ofStranger = await write('stranger', { at: 1, text: 'Hello' })
  expect(ofStranger.text).toBe((await write('stranger', { at: 1, text: 'Hello' }, unknown)).text)
})

it('refuses numbers that redaction hides, moments after the end, and empty texts; none of it is kept', async () => {
  const before = await test.runtime.db.selectFrom('change_record').select('id').execute()
  for (const text of [
    'Her card is 4111 1111 1111 1111',
    'four one one one, one one one one, one one one one, one one one one',
    'social security number 078-05-1120',
    'Her card is ４１１１ １１１１ １１１１ １１１１',
    'بطاقة ٤١١١ ١١١١ ١١١١ ١١١١',
    '④①①① ①①①① ①①①① ①①①①',
    'कार्ड ४१११ ११११ ११११ ११११',
    ' ',
    'x'.repeat(2001),
  ]) {
    expect((await write('writer', { at: 1, text })).status, text).toBe(400)
  }
  expect((await write('writer', { at: 60.5, text: 'After the end' })).status).toBe(400)
  expect(await test.runtime.db.selectFrom('change_record').select('id').execute()).toHaveLength(before.length)
  expect((await write('writer', { at: 1, text: 'Call her back at 212 555 0147 after 3 pm' })).status).toBe(
    201,
  )
})

it('deletes a comment of one’s own, and any as an administrator; both leave a record of the change', async () => {
  const made = RecordingComment.parse((await write('writer', { at: 7, text: 'To be deleted' })).json())
  expect(await remove('reader', made.id)).toBe(403)
  expect(await remove('stranger', made.id)).toBe(404)
  expect(await remove('writer', made.id)).toBe(204)
  expect(await remove('writer', made.id)).toBe(404)
  expect(await changes(made.id)).toMatchObject([
    { action: 'create', user_name: people.writer.userName },
    { action: 'delete', user_name: people.writer.userName },
  ])
  const other = RecordingComment.parse((await write('reader', { at: 8, text: 'Another' })).json())
  expect(await remove('admin', other.id)).toBe(204)
  expect(await changes(other.id)).toMatchObject([{ action: 'create' }, { user_name: people.admin.userName }])
})
