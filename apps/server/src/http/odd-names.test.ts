import { exampleIds } from '@callboard/contract/examples'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints, routeOf } from '#test/contract-endpoints.ts'
import { errorsOf } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { examplesOf, OpenApi } from '#test/http/described-operations.ts'

const nameFields = ['name', 'firstName', 'lastName', 'label', 'title', 'tooltip', 'subject']
// Reads right to left what follows: as "invoice.exe.pdf".
const oddName = 'invoice.\u202Efdp.exe'
const wrong = 'has a control character or an invisible one in it; type it anew, without copying it.'

let test: Portal
let admin: string

beforeAll(async () => {
  test = await openPortal()
  admin = (await test.make.user({ isAdmin: true })).token
})

type Body = Record<string, unknown>

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body once for each name in it and in its items, with an odd one there, by the field's path. */
function withOddNames(body: unknown): { field: string; odd: Body }[] {
  if (!isBody(body)) return []
  const own = nameFields.filter((field) => typeof body[field] === 'string')
  const items: readonly unknown[] = Array.isArray(body['items']) ? body['items'] : []
  const ofItem = withOddNames(items[0]).map(({ field, odd }) => ({
    field: `items.0.${field}`,
    odd: { ...body, items: [odd] },
  }))
  return [...own.map((field) => ({ field, odd: { ...body, [field]: oddName } })), ...ofItem]
}

it('a name that turns the direction of writing is refused wherever something is named', async () => {
  const { paths } = OpenApi.parse((await test.ask({ path: '/api/openapi.json' })).json())
  const refused: string[] = []
  const tried = endpoints.filter(({ effect, method }) => effect === 'change' && method === 'POST')
  for (const endpoint of tried) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    const examples = operation === undefined ? [] : examplesOf(operation)
    for (const { field, odd } of examples.flatMap(({ body }) => withOddNames(body))) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, exampleIds.role)
      const answer = await test.ask({ method: endpoint.method, path, body: odd, token: admin })
      expect(errorsOf(answer), `${routeOf(endpoint)} ${answer.text}`).toEqual([
        { code: 'invalid', field, description: `${field}: ${wrong}` },
      ])
      refused.push(`${routeOf(endpoint)} ${field}`)
    }
  }
  expect(refused.toSorted()).toMatchInlineSnapshot(`
    [
      "POST /api/alerts name",
      "POST /api/apikey name",
      "POST /api/customer name",
      "POST /api/emailtemplate name",
      "POST /api/emailtemplate subject",
      "POST /api/reporting name",
      "POST /api/reporting/groups name",
      "POST /api/reporting/reportset name",
      "POST /api/reporting/savereport name",
      "POST /api/reporting/send subject",
      "POST /api/reporting/subscription/{savedReportId} name",
      "POST /api/reporting/subscription/{savedReportId} subject",
      "POST /api/reportingentity/entity name",
      "POST /api/reportingentity/entitygroup name",
      "POST /api/role name",
      "POST /api/settings/menu items.0.label",
      "POST /api/settings/menu name",
      "POST /api/user firstName",
      "POST /api/user lastName",
      "POST /api/user/invitation firstName",
      "POST /api/user/invitation lastName",
    ]
  `)
})

it('and so it is in the new name of a role, and in those of the portal and of a picture', async () => {
  const setting = { path: '/api/settings', body: { key: 'productName', value: oddName }, token: admin }
  const picture = {
    path: `/api/media?name=${encodeURIComponent(oddName)}`,
    body: Buffer.from('png'),
    headers: { 'content-type': 'image/png' },
    token: admin,
  }
  const made = await test.ask({ path: '/api/role', body: { name: 'Manager' }, token: admin })
  const { id } = z.object({ id: z.string() }).parse(made.json())
  const role = { method: 'PUT', path: `/api/role/${id}`, body: { name: oddName }, token: admin } as const
  for (const request of [setting, picture, role])
    expect(errorsOf(await test.ask(request))[0]?.description).toContain(wrong)
})
