import { ApiKey, NewApiKey } from '@callboard/contract/api-keys'
import { pageOf } from '@callboard/contract/paging'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectCreated, expectError, expectRefused } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal
let customerId: string

beforeAll(async () => {
  test = await openPortal()
  customerId = (await test.make.customer({ name: 'Ripe Plumbing' })).id
})

async function made(body: object = {}): Promise<NewApiKey> {
  const given = { name: 'Switchboard', customerId, rights: ['ingest'], ...body }
  return NewApiKey.parse(expectCreated(await test.admin.ask({ path: '/api/apikey', body: given })))
}

const sendCall = async (secret: string) =>
  (await test.ask({ path: '/api/calls', body: [buildCall()], token: secret })).status

describe('an API key', () => {
  it('tells its secret when it is made and never again, and works', async () => {
    const { secret, ...key } = await made()
    expect(key).toMatchObject({
      customerName: 'Ripe Plumbing',
      rights: ['ingest'],
      isActive: true,
      lastUsedAt: null,
    })
    expect(secret).toMatch(/^cbk_[\w-]{43}$/)
    const read = await test.admin.ask({ path: `/api/apikey/${key.id}` })
    expect(ApiKey.parse(read.json())).toEqual(key)
    expect(await sendCall(secret)).toBe(200)
    const after = ApiKey.parse((await test.admin.ask({ path: `/api/apikey/${key.id}` })).json())
    expect(after.lastUsedAt).not.toBeNull()
    const recorded = JSON.stringify(await changesOf(test, key.id))
    expect(recorded).not.toContain(secret.slice(4))
    expect(recorded).toContain('•••')
  })

  it('is changed and ended at once, with one record of each change', async () => {
    const { secret, id, revision } = await made({ name: 'Old' })
    const path = `/api/apikey/${id}`
    const body = { name: 'New', rights: ['read', 'ingest'], revision }
    const changed = await test.admin.ask({ method: 'PUT', path, body })
    expect(ApiKey.parse(changed.json())).toMatchObject({
      name: 'New',
      rights: ['ingest', 'read'],
      revision: 2,
    })
    const late = await test.admin.ask({ method: 'PUT', path, body: { name: 'X', revision } })
    expect(errorsOf(late).map(({ code, field }) => `${code} ${field}`)).toEqual([
      'revisionConflict name',
      'revisionConflict rights',
    ])
    expect(await sendCall(secret)).toBe(200)
    expect((await test.admin.ask({ method: 'DELETE', path })).status).toBe(204)
    expect(await sendCall(secret)).toBe(401)
    expectError(await test.admin.ask({ method: 'DELETE', path }), 409, 'conflict')
    const changes = await changesOf(test, id)
    expect(changes.map(({ action, table_type }) => `${table_type} ${action}`)).toEqual([
      'apiKey create',
      'apiKey update',
      'apiKey update',
    ])
  })

  it('is refused under the field that is wrong', async () => {
    for (const [body, field, code] of [
      [{ name: '' }, 'name', 'invalid'],
      [{ rights: [] }, 'rights', 'invalid'],
      [{ rights: ['admin'] }, 'rights.0', 'invalid'],
      [{ customerId: emptyGuid }, 'customerId', 'invalid'],
      [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt', 'wrongDates'],
      [{ secret: 'cbk_mine' }, 'secret', 'unknownField'],
    ] as const) {
      const given = { name: 'A', customerId, rights: ['read'], ...body }
      expectRefused(await test.admin.ask({ path: '/api/apikey', body: given }), { field, code })
    }
    for (const method of ['GET', 'DELETE'] as const)
      expectError(await test.admin.ask({ method, path: `/api/apikey/${emptyGuid}` }), 404, 'notFound')
    expectError(
      await test.admin.ask({ method: 'PUT', path: `/api/apikey/${emptyGuid}`, body: {} }),
      404,
      'notFound',
    )
  })
})

describe('the list of API keys', () => {
  it('holds those that work, and the others when asked', async () => {
    const other = await test.make.customer({ name: 'Zebra Roofing' })
    const { id } = await made({ name: 'Wren ended' })
    await made({ name: 'Wren lives', customerId: other.id })
    await test.admin.ask({ method: 'DELETE', path: `/api/apikey/${id}` })
    const names = async (body: object) => {
      const answer = await test.admin.ask({ path: '/api/apikey/search', body: { keyword: 'wren', ...body } })
      return pageOf(ApiKey)
        .parse(answer.json())
        .items.map(({ name }) => name)
    }
    expect(await names({})).toEqual(['Wren lives'])
    expect(await names({ activeOnly: false, sort: 'customerName', desc: true })).toEqual([
      'Wren lives',
      'Wren ended',
    ])
    expect(await names({ activeOnly: false, customerId })).toEqual(['Wren ended'])
    expect(await names({ keyword: 'zebra' })).toEqual(['Wren lives'])
  })
})
