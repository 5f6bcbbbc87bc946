import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AnnotationClient, ok } from '#test/clients/annotations.ts'
import { changesOf } from '#test/changes-of.ts'

let client: AnnotationClient

beforeAll(async () => {
  client = await AnnotationClient.open()
})

describe('an edit of a call', () => {
  it('to what the source says already keeps it when the source says something else', async () => {
    const sent = { externalCallId: 'confirmed', tags: ['a'], value: '5.00', currency: 'EUR', note: 'sent' }
    const [id = ''] = await client.send({ ...sent, leadStatus: 'Won', revision: 1 })
    const edit = { tags: ['a'], value: '5', leadStatus: 'Won', score: null }
    const { change } = await client.edit(id, edit)
    await client.send({
      ...sent,
      tags: [],
      value: '6',
      leadStatus: 'Lost',
      score: 3,
      note: 'new',
      revision: 2,
    })
    expect(await client.callOf(id)).toMatchObject({ ...edit, currency: 'EUR', note: 'new' })
    expect(await client.get(id)).toMatchObject({
      setFields: ['tags', 'leadStatus', 'score', 'value'],
      source: { leadStatus: 'Lost' },
      revision: 1,
    })
    expect((await changesOf(client.portal, id)).map(({ changes }) => changes)).toEqual([
      ['leadStatusKept', 'scoreKept', 'tagsKept', 'valueKept'].map((field) => ({
        field,
        from: false,
        to: true,
      })),
    ])
    const body = { change }
    expect(
      ok(await client.editor.ask({ path: '/api/calls/annotations/undo', body }), z.unknown()),
    ).toMatchObject({ changed: 1 })
    expect(await client.callOf(id)).toMatchObject({ leadStatus: 'Lost', score: 3, value: '6' })
  })

  it('to what a person has said already is no change', async () => {
    const [id = ''] = await client.send({ tags: ['a'], value: '5.00', currency: 'EUR', note: 'sent' })
    const edit = { tags: ['a'], value: '5', note: 'sent', score: null }
    expect(await client.edit(id, edit)).toMatchObject({ revision: 1 })
    expect(await client.edit(id, edit)).toMatchObject({ revision: 1, change: null })
    expect(await changesOf(client.portal, id)).toHaveLength(1)
  })

  it('that gives back what the source says, too, is recorded, and lets the source speak', async () => {
    const sent = { externalCallId: 'given back', leadStatus: 'Won' }
    const [id = ''] = await client.send({ ...sent, revision: 1 })
    await client.edit(id, { leadStatus: 'Won' })
    await client.edit(id, { giveBack: ['leadStatus'] })
    await client.send({ ...sent, leadStatus: 'Lost', revision: 2 })
    expect(await client.callOf(id)).toMatchObject({ leadStatus: 'Lost' })
    expect((await changesOf(client.portal, id)).map(({ changes }) => changes)).toEqual([
      [{ field: 'leadStatusKept', from: false, to: true }],
      [{ field: 'leadStatusKept', from: true, to: false }],
    ])
  })
})
