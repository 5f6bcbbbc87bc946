import { callDetails } from '@callboard/contract/calls'
import { Entity } from '@callboard/contract/entities'
import { MergePreview, mergeEntity, separateEntity } from '@callboard/contract/entity-merges'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { NumberClient } from '#test/clients/number-client.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall, type SentCall } from '#test/factory.ts'

let client: NumberClient

beforeAll(async () => {
  client = await NumberClient.open()
})

const number = '+12125550101'

class World {
  readonly customerId: string
  readonly key: string
  readonly #ids = new Map<string, string>()

  private constructor({ id, key }: { id: string; key: string }) {
    this.customerId = id
    this.key = key
  }

  /** A customer with these locations. */
  static async with(...codes: string[]): Promise<World> {
    const world = new World(await client.portal.make.sender())
    for (const code of codes) await world.add(code)
    return world
  }

  async add(code: string, type: 'location' | 'tod' = 'location'): Promise<string> {
    const id = await client.portal.make.entity({ type, code, customerId: this.customerId })
    this.#ids.set(code, id)
    return id
  }

  idOf(code: string): string {
    return this.#ids.get(code) ?? ''
  }

  async ask(path: string, code: string, body?: object) {
    const token = client.portal.admin.token
    return await client.portal.ask({
      method: 'POST',
      path: path.replace('{id}', this.idOf(code)),
      body,
      token,
    })
  }

  async merge(code: string, into: string): Promise<Entity> {
    const merged = expectOk(await this.ask(mergeEntity.path, code, { intoId: this.idOf(into) }))
    await client.attributed()
    return Entity.parse(merged)
  }

  async separate(code: string): Promise<Entity> {
    const separated = expectOk(await this.ask(separateEntity.path, code))
    await client.attributed()
    return Entity.parse(separated)
  }

  async send(...calls: Partial<SentCall>[]): Promise<string[]> {
    return await client.portal.addCalls(
      this.key,
      calls.map((call) => ({ trackingNumber: number, ...call })),
    )
  }

  /** What all calls have in a field, in the order in which they started. */
  async values(field: 'location' | 'tod' = 'location'): Promise<unknown[]> {
    const filters = [{ field: 'customer', op: 'eq', values: [this.customerId] }]
    return (await client.portal.listCalls(filters, { desc: false })).map((call) => call[field])
  }
}

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T15:00:00.000Z`

describe('an entity that is merged into another one', () => {
  it('gives its calls the code of the other, earlier and later ones, and gets them back', async () => {
    const world = await World.with('loop', 'the-loop', 'lake')
    await world.send(
      { startedAt: at(1), location: 'loop' },
      { startedAt: at(2), location: 'the-loop' },
      { startedAt: at(3), location: 'lake' },
      { startedAt: at(4), location: null },
    )
    expect(await world.merge('loop', 'the-loop')).toMatchObject({
      mergedIntoId: world.idOf('the-loop'),
      mergedIntoName: 'the-loop',
      isActive: false,
      revision: 2,
    })
    expect(await world.values()).toEqual(['the-loop', 'the-loop', 'lake', null])
    await world.send({ startedAt: at(5), location: 'loop' })
    expect((await world.values())[4]).toBe('the-loop')
    expect(await world.separate('loop')).toMatchObject({ mergedIntoId: null, isActive: true })
    expect(await world.values()).toEqual(['loop', 'the-loop', 'lake', null, 'loop'])
    const records = await changesOf(client.portal, world.idOf('loop'))
    expect(records.map(({ action }) => action)).toEqual(['create', 'update', 'update'])
  })

  it('stays so for a call that is corrected or sent again, which has sent nothing new', async () => {
    const world = await World.with('loop', 'the-loop')
    const call = { startedAt: at(1), location: 'loop', externalCallId: 'one' }
    await world.send(call)
    await world.merge('loop', 'the-loop')
    const corrected = buildCall({ ...call, trackingNumber: number, agent: 'Ada' })
    expect(await client.portal.sendCalls(world.key, [corrected])).toMatchObject({ updated: 1 })
    expect(await client.portal.sendCalls(world.key, [corrected])).toMatchObject({ unchanged: 1 })
    const merge = { path: '/api/calls?merge=true', body: [{ externalCallId: 'one', note: 'a' }] }
    expectOk(await client.portal.ask({ ...merge, headers: { authorization: `Bearer ${world.key}` } }))
    await client.portal.runtime.ingest.settled()
    expect(await world.values()).toEqual(['the-loop'])
    await world.separate('loop')
    expect(await world.values()).toEqual(['loop'])
  })

  it('is told by what numbers stand for, too: calls that have it from their number follow', async () => {
    const world = await World.with('loop', 'the-loop')
    const numberId = await client.add(world.customerId, number)
    await world.send({ startedAt: at(1), location: null }, { startedAt: at(2), location: 'lake' })
    await client.edit({
      kind: 'set',
      numberIds: [numberId],
      values: { location: 'loop', campaign: 'Winter' },
    })
    await world.merge('loop', 'the-loop')
    await world.send({ startedAt: at(3), location: null })
    expect(await world.values()).toEqual(['the-loop', 'lake', 'the-loop'])
    await client.edit({ kind: 'set', numberIds: [numberId], values: { campaign: 'Spring' } })
    expect(await world.values()).toEqual(['the-loop', 'lake', 'the-loop'])
    await world.separate('loop')
    expect(await world.values()).toEqual(['loop', 'lake', 'loop'])
  })

  it('that others were merged into takes their calls along, and leaves them their own', async () => {
    const world = await World.with('a', 'b', 'c')
    await world.send(
      { startedAt: at(1), location: 'a' },
      { startedAt: at(2), location: 'b' },
      { startedAt: at(3), location: 'c' },
    )
    await world.merge('a', 'b')
    await world.merge('b', 'c')
    expect(await world.values()).toEqual(['c', 'c', 'c'])
    await world.separate('b')
    expect(await world.values()).toEqual(['b', 'b', 'c'])
    await world.merge('b', 'c')
    await world.separate('a')
    expect(await world.values()).toEqual(['a', 'c', 'c'])
  })

  it('of a type that no number gives is merged likewise, also while a number is being attributed', async () => {
    const world = await World.with()
    await world.add('open', 'tod')
    await world.add('opening', 'tod')
    const numberId = await client.add(world.customerId, number)
    await world.send({ startedAt: at(1), tod: 'open' }, { startedAt: at(2), tod: 'opening' })
    expectOk(await client.post({ kind: 'set', numberIds: [numberId], values: { campaign: 'Winter' } }))
    await world.merge('open', 'opening')
    expect(await world.values('tod')).toEqual(['opening', 'opening'])
    await world.separate('open')
    expect(await world.values('tod')).toEqual(['open', 'opening'])
  })

  it('is made anew when the table of calls has lost the change', async () => {
    const world = await World.with('loop', 'the-loop')
    await world.send({ startedAt: at(1), location: 'loop' })
    expectOk(await world.ask(mergeEntity.path, 'loop', { intoId: world.idOf('the-loop') }))
    const { db, ingest } = client.portal.runtime
    // As after kill -9 between the change of calls and the note of it.
    await ingest.attribution.attributeNext()
    await db
      .updateTable('recoding')
      .set({ is_done: false })
      .where('customer_id', '=', world.customerId)
      .execute()
    await client.attributed()
    expect(await world.values()).toEqual(['the-loop'])
  })

  it('says with preview=true how many calls it would change, and changes nothing', async () => {
    const world = await World.with('loop', 'the-loop')
    const [, id] = await world.send(
      { startedAt: at(1), location: 'loop' },
      { startedAt: at(2), location: 'loop' },
    )
    const path = `${mergeEntity.path}?preview=true`
    const answer = await world.ask(path, 'loop', { intoId: world.idOf('the-loop') })
    const preview = MergePreview.parse(expectOk(answer))
    expect(preview).toMatchObject({ calls: 2, examples: [{ id, number, startedAt: at(2) }, {}] })
    await client.attributed()
    expect(await world.values()).toEqual(['loop', 'loop'])
  })

  it('still stands for the calls of the other in filters, as long as it is merged, for its customer alone', async () => {
    const world = await World.with('loop', 'the-loop', 'lake')
    await world.send(
      { startedAt: at(1), location: 'loop' },
      { startedAt: at(2), location: 'the-loop' },
      { startedAt: at(3), location: 'lake' },
    )
    const others = await World.with('loop', 'the-loop')
    await others.send({ startedAt: at(4), location: 'loop' }, { startedAt: at(5), location: 'the-loop' })
    const found = async (filter: object) => {
      const customer = { field: 'customer', op: 'in', values: [world.customerId, others.customerId] }
      const calls = await client.portal.listCalls([customer, filter], { desc: false })
      return calls.map(({ startedAt }) => startedAt)
    }
    const named = { field: 'location', op: 'eq', values: ['loop'] }
    const unnamed = { field: 'location', op: 'notIn', values: ['loop'] }
    expect(await found(named)).toEqual([1, 4].map(at))
    await world.merge('loop', 'lake')
    await world.merge('lake', 'the-loop')
    expect(await found(named)).toEqual([1, 2, 3, 4].map(at))
    expect(await found({ ...named, values: ['lake'] })).toEqual([1, 2, 3].map(at))
    expect(await found({ ...named, values: ['the-loop'] })).toEqual([1, 2, 3, 5].map(at))
    expect(await found(unnamed)).toEqual([at(5)])
    await world.separate('lake')
    expect(await found(named)).toEqual([1, 3, 4].map(at))
    await world.separate('loop')
    expect(await found(unnamed)).toEqual([2, 3, 5].map(at))
  })

  it('still lets the calls of the other through in entity groups: as rights, and where reports are asked for a group', async () => {
    const world = await World.with('loop', 'the-loop', 'lake')
    await world.send(
      { startedAt: at(1), location: 'loop' },
      { startedAt: at(2), location: 'the-loop' },
      { startedAt: at(3), location: 'lake' },
    )
    const { portal } = client
    const { customerId } = world
    const user = await portal.make.user({ claims: ['reporting.call.details', 'location.view'], customerId })
    const group = await portal.make.entityGroup({ userIds: [user.id], entityIds: [world.idOf('loop')] })
    const seen = async () => {
      const body = { from: '2026-03-01', to: '2026-04-01', desc: false }
      const path = callDetails.path
      return await Promise.all(
        [
          { path, body, token: user.token },
          { path, body: { ...body, entityGroups: [group] }, token: portal.admin.token },
        ].map(async (asked) =>
          callDetails.response
            .parse(expectOk(await portal.ask(asked)))
            .items.map((call) => call['startedAt']),
        ),
      )
    }
    const [own, both] = [[at(1)], [1, 2].map(at)]
    expect(await seen()).toEqual([own, own])
    await world.merge('loop', 'the-loop')
    expect(await seen()).toEqual([both, both])
    await world.separate('loop')
    expect(await seen()).toEqual([own, own])
  })

  it('is refused for what cannot be merged, and for whoever may not', async () => {
    const world = await World.with('loop', 'the-loop', 'lake')
    const rule = await world.add('open', 'tod')
    const other = await World.with('theirs')
    const wrong = [world.idOf('loop'), rule, other.idOf('theirs'), client.portal.admin.id]
    for (const intoId of wrong)
      expectError(await world.ask(mergeEntity.path, 'loop', { intoId }), 400, 'invalid')
    await world.merge('loop', 'the-loop')
    const into = { intoId: world.idOf('lake') }
    expectError(await world.ask(mergeEntity.path, 'loop', into), 409, 'conflict')
    expectError(await world.ask(mergeEntity.path, 'the-loop', { intoId: world.idOf('loop') }), 400, 'invalid')
    expectError(await world.ask(separateEntity.path, 'lake'), 409, 'conflict')
    const { portal } = client
    const active = { id: world.idOf('loop'), isActive: true }
    const path = '/api/reportingentity/entity'
    expectError(await portal.admin.ask({ method: 'PUT', path, body: active }), 409, 'conflict')
    const exchange = await portal.make.entity({
      type: 'npanxx',
      code: '415555',
      customerId: world.customerId,
    })
    const body = { intoId: exchange }
    expectError(
      await portal.admin.ask({ path: mergeEntity.path.replace('{id}', exchange), body }),
      400,
      'invalid',
    )
    const viewer = await portal.make.user({ claims: ['location.view'], customerId: world.customerId })
    const editor = await portal.make.user({
      claims: ['location.view', 'location.edit'],
      customerId: world.customerId,
    })
    const mergePath = mergeEntity.path.replace('{id}', world.idOf('lake'))
    const asked = { path: mergePath, body: { intoId: world.idOf('the-loop') } }
    expectError(await portal.ask({ ...asked, token: viewer.token }), 403, 'forbidden')
    await portal.make.entityGroup({ entityIds: [world.idOf('lake')], userIds: [editor.id] })
    expectError(await portal.ask({ ...asked, token: editor.token }), 403, 'forbidden')
  })
})
