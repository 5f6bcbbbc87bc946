import { listUpdatedCalls } from '@callboard/contract/imports'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { asteriskFile, asteriskLine, ImportClient, type MadeSource } from '#test/clients/imports.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'

let client: ImportClient

beforeAll(async () => {
  client = await ImportClient.open()
})

const namesOf = async (source: MadeSource) =>
  (await client.calls(source)).map((row) => String(row['external_call_id']))
const idOf = async (source: MadeSource, at: number) => String((await client.calls(source))[at]?.['id'])

describe('undoing an import', () => {
  it('deletes what only it brought, lists what it changed, and is on record', async () => {
    const source = await client.source()
    await client.import(source, asteriskFile(2))
    const body = `${asteriskLine({ call: 1, leg: 2 })}${asteriskFile(4, { from: 1 })}`
    const { id } = await client.import(source, body)
    expect((await client.undo(id)).undo).toEqual({
      calls: 3,
      annotated: 0,
      recorded: 0,
      held: 0,
      changed: 0,
      gone: 0,
    })
    expect(await client.calls(source)).toHaveLength(5)
    const updated = listUpdatedCalls.response.parse(
      expectOk(await client.ask('GET', `/api/import/${id}/updated`)),
    )
    expect(updated).toMatchObject({ total: 1, items: [{ id: await idOf(source, 1) }] })
    const ended = await client.undone(id)
    expect(ended.undo).toMatchObject({ calls: 3, held: 0, changed: 0, gone: 0 })
    expect(await client.calls(source)).toHaveLength(2)
    expectError(await client.ask('POST', `/api/import/${id}/undo`, { confirm: true }), 409, 'conflict')
    const [, last] = await changesOf(client.portal, id)
    expect(last).toMatchObject({
      user_name: client.portal.admin.userName,
      changes: [{ field: 'undo', from: null, to: { calls: 3 } }],
    })
  })

  it('says what was worked on; keeps what is held, and what was changed since', async () => {
    const source = await client.source()
    const { id } = await client.import(source, asteriskFile(5))
    const [noted, held, changed] = [await idOf(source, 0), await idOf(source, 1), (await namesOf(source))[2]]
    expectOk(await client.ask('PUT', `/api/calls/${noted}/annotation`, { note: 'Called back' }))
    expectOk(await client.ask('PUT', `/api/calls/${held}/hold`, { reason: 'Case 1' }))
    await client.import(source, asteriskLine({ call: 2, caller: '4155550199' }))
    const planned = { calls: 3, annotated: 1, held: 1, changed: 1, gone: 0 }
    expect((await client.undo(id)).undo).toMatchObject(planned)
    expect((await client.undone(id)).undo).toMatchObject(planned)
    expect((await client.calls(source)).map((row) => row['id'])).toContain(held)
    expect(await namesOf(source)).toEqual([expect.any(String), changed])
  })

  it('computes the relations of the callers anew', async () => {
    const source = await client.source()
    const { id } = await client.import(source, asteriskLine({ call: 0 }))
    await client.import(source, asteriskLine({ call: 1 }))
    expect((await client.calls(source)).map((row) => row['prior_calls'])).toEqual([0, 1])
    await client.undone(id)
    expect((await client.calls(source)).map((row) => row['prior_calls'])).toEqual([0])
  })

  it('lets the file be imported again', async () => {
    const source = await client.source()
    const { id } = await client.import(source, asteriskFile(3))
    await client.undone(id)
    expect(await client.import(source, asteriskFile(3))).toMatchObject({ created: 3, sameAs: null })
  })

  it('is refused while it is under way, and when its file is gone', async () => {
    const source = await client.source()
    const { id } = await client.beginUpload(source)
    expectError(await client.ask('POST', `/api/import/${id}/undo`, {}), 409, 'conflict')
  })
})
