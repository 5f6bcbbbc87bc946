import { Attribute, CallAttribute, maxAttributes } from '@callboard/contract/attributes'
import { pageOf } from '@callboard/contract/paging'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { AttributeClient } from '#test/clients/attribute-client.ts'
import { errorsOf, expectError, expectOk, expectRefused } from '#test/expect-errors.ts'
import type { Portal } from '#test/portal.ts'

let attributes: AttributeClient
let test: Portal
let customerId: string

beforeAll(async () => {
  attributes = await AttributeClient.open()
  test = attributes.portal
  customerId = (await test.make.customer({ name: 'Northside Dental' })).id
})

const choices = [
  { value: 'implant', label: 'Implant' },
  { value: 'checkup', label: 'Check-up' },
]

describe('an attribute', () => {
  it('is made, read and changed, with one record of each change', async () => {
    const made = await attributes.declare(customerId, {
      key: 'treatment',
      name: 'Treatment',
      type: 'choice',
      choices,
    })
    expect(made).toMatchObject({ customerName: 'Northside Dental', choices, isActive: true, revision: 1 })
    const path = `/api/attribute/${made.id}`
    expect((await test.admin.ask({ path })).json()).toEqual(made)
    const changed = await attributes.put(made.id, {
      name: 'Asked for',
      choices: choices.slice(0, 1),
      isActive: false,
      revision: 1,
    })
    expect(Attribute.parse(expectOk(changed))).toEqual({
      ...made,
      name: 'Asked for',
      choices: choices.slice(0, 1),
      isActive: false,
      revision: 2,
    })
    const changes = await changesOf(test, made.id)
    expect(changes.map(({ action, record_name }) => `${action} ${record_name}`)).toEqual([
      'create Treatment',
      'update Asked for',
    ])
    expect(changes[0]?.changes.map(({ field }) => field)).not.toContain('slot')
  })

  it('keeps its key, its type and its customer, and is not deleted', async () => {
    const { id } = await attributes.declare(customerId, { key: 'insurer' })
    const other = await test.make.customer()
    for (const [body, field] of [
      [{ key: 'other' }, 'key'],
      [{ type: 'number' }, 'type'],
      [{ customerId: other.id }, 'customerId'],
    ] as const)
      expect(errorsOf(await attributes.put(id, body))[0]).toMatchObject({ field })
    expect((await attributes.put(id, { key: 'insurer', type: 'text', customerId })).status).toBe(200)
    const path = `/api/attribute/${id}`
    expect((await test.admin.ask({ method: 'DELETE', path })).status).toBe(405)
  })

  it('is refused under the field that is wrong', async () => {
    await attributes.declare(customerId, { key: 'taken' })
    for (const [body, field, code] of [
      [{ key: 'taken' }, 'key', 'nameTaken'],
      [{ key: 'Upper' }, 'key', 'invalid'],
      [{ key: '1st' }, 'key', 'invalid'],
      [{ key: 'a'.repeat(41) }, 'key', 'invalid'],
      [{ name: ' ' }, 'name', 'invalid'],
      [{ type: 'date' }, 'type', 'invalid'],
      [{ type: 'choice' }, 'choices', 'invalid'],
      [{ type: 'text', choices }, 'choices', 'invalid'],
      [{ type: 'choice', choices: [choices[0], choices[0]] }, 'choices', 'invalid'],
      [{ customerId: '00000000-0000-0000-0000-000000000000' }, 'customerId', 'invalid'],
      [{ slot: 3 }, 'slot', 'unknownField'],
    ] as const) {
      const given = { key: 'fresh', name: 'Fresh', type: 'text', customerId, ...body }
      expectRefused(await attributes.post(given), { field, code })
    }
  })

  it('of another customer may have the same key', async () => {
    const other = await test.make.customer()
    expect((await attributes.declare(other.id, { key: 'taken' })).key).toBe('taken')
  })

  it(`is one of at most ${maxAttributes} of a customer, inactive ones included`, async () => {
    const { id } = await test.make.customer()
    for (let at = 1; at <= maxAttributes; at++)
      await attributes.declare(id, { key: `key${at}`, isActive: at > 1 })
    expectError(
      await attributes.post({ key: 'more', name: 'More', type: 'text', customerId: id }),
      409,
      'conflict',
    )
  })

  it('is for administrators alone', async () => {
    const user = await test.make.user({ customerId, claims: ['client.edit', 'client.view'] })
    const given = { key: 'mine', name: 'Mine', type: 'text', customerId }
    expectError(await attributes.post(given, user.token), 403, 'forbidden')
    expectError(await user.ask({ path: '/api/attribute/search', body: {} }), 403, 'forbidden')
  })
})

it('attributes are listed by keyword, customer and state', async () => {
  const { id } = await test.make.customer({ name: 'Wren Optics' })
  await attributes.declare(id, { key: 'lens', name: 'Lens' })
  await attributes.declare(id, { key: 'frame', name: 'Frame', isActive: false })
  const names = async (body: object) => {
    const asked = { path: '/api/attribute/search', body, token: test.admin.token }
    return pageOf(Attribute)
      .parse(expectOk(await test.ask(asked)))
      .items.map(({ name }) => name)
  }
  expect(await names({ customerId: id })).toEqual(['Lens'])
  expect(await names({ keyword: 'wren', activeOnly: false })).toEqual(['Frame', 'Lens'])
  expect(await names({ keyword: 'frame' })).toEqual([])
})

describe('the attributes of the calls that somebody sees', () => {
  const listed = async (token: string) =>
    z.array(CallAttribute).parse(expectOk(await test.ask({ path: '/api/reporting/attributes', token })))

  it('are the active ones of their customers, which are named where there are several', async () => {
    const [one, other] = [
      await test.make.customer({ name: 'One' }),
      await test.make.customer({ name: 'Other' }),
    ]
    await attributes.declare(one.id, { key: 'plan', name: 'Plan' })
    await attributes.declare(one.id, { key: 'gone', name: 'Gone', isActive: false })
    await attributes.declare(other.id, { key: 'plan', name: 'Plan' })
    const user = await test.make.user({ customerId: one.id, claims: ['dashboard.view'] })
    expect((await listed(user.token)).map(({ label }) => label)).toEqual(['Plan'])
    await test.make.group({ userIds: [user.id], customerIds: [other.id] })
    expect((await listed(user.token)).map(({ label }) => label).toSorted()).toEqual([
      'Plan (One)',
      'Plan (Other)',
    ])
  })

  it('are told to nobody without the right to read', async () => {
    const user = await test.make.user({ customerId, claims: ['client.view'] })
    expectError(await user.ask({ path: '/api/reporting/attributes' }), 403, 'forbidden')
  })
})
