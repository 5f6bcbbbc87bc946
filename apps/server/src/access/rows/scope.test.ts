import { randomUUID } from 'node:crypto'
import { callDetails } from '@callboard/contract/calls'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { csvRows } from '#test/csv-rows.ts'
import { bytesOf, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'
import { inOrder } from '#test/in-order.ts'
import { assertCases } from '#test/soak.ts'
import { checkFigures, checkParameterValues } from '#test/access/scope-figures.ts'
import { asked, isSelected, type Selection, selection, sortKey } from '#test/access/selection.ts'
import { type Asking, type MadeCall, makeWorld, period, sees } from '#test/access/world.ts'
import { worldPlan } from '#test/access/world-plan.ts'

let portal: Portal
let admin: Person

beforeAll(async () => {
  portal = await openPortal()
  admin = await portal.make.user({ isAdmin: true, timeZone: 'UTC' })
})

const everything: Selection = { filters: [], keyword: null, sort: 'startedAt', desc: true, pageSize: 1000 }

describe('a user', () => {
  it(
    'gets exactly the calls of their customers and entities, asked for in any way',
    { tags: ['soak'] },
    async () => {
      const property = fc.asyncProperty(
        worldPlan,
        fc.array(selection, { minLength: 2, maxLength: 2 }),
        async (plan, selections) => {
          const world = await makeWorld(portal, plan)
          for (const [user, { token }] of world.users.entries()) {
            const visible = world.calls.filter((call) => sees(world, user, call))
            const asking = { test: portal, world, user, token, visible }
            await checkLists(asking, [everything, ...selections])
            await checkSingleCalls(asking)
            await checkFigures(asking)
            await checkParameterValues(asking)
          }
        },
      )
      await assertCases(property, { few: 2, many: 150 })
    },
  )
})

it('the customers of a report group are seen while it is active', async () => {
  const [active, inactive] = [await portal.make.customer(), await portal.make.customer()]
  for (const { id } of [active, inactive]) await portal.sendCalls(await portal.make.apiKey(id), [buildCall()])
  const user = await portal.make.user({ claims: ['reporting.call.details'] })
  await portal.make.group({ userIds: [user.id], customerIds: [active.id] })
  await portal.make.group({ userIds: [user.id], customerIds: [inactive.id], isActive: false })
  const body = { from: '2026-03-01', to: '2026-04-01', columns: ['customerId'] }
  const answer = await portal.ask({ path: callDetails.path, body, token: user.token })
  const { items } = callDetails.response.parse(expectOk(answer))
  expect(items.map(({ customerId }) => customerId)).toEqual([active.id])
})

async function checkLists(asking: Asking, selections: readonly Selection[]): Promise<void> {
  for (const one of selections) {
    const wanted = asking.visible.filter((call) => isSelected(one, call))
    const pages = await readPages(asking, one)
    expect(inOrder(pages.ids)).toEqual(idsOf(wanted))
    expect(pages.totals.every((total) => total === wanted.length)).toBe(true)
    const keys = pages.ids.map((id) => sortKey(one, wanted.find((call) => call.id === id) ?? never()))
    expect(keys).toEqual(keys.toSorted((a, b) => (one.desc ? b - a : a - b)))
    await checkForeignCursor(asking, one)
    await checkCsv(asking, one, wanted)
  }
}

async function readPages({ test, world, token }: Asking, one: Selection) {
  const ids: string[] = []
  const totals: (number | null)[] = []
  let cursor: string | null = null
  do {
    const body: object = {
      ...period,
      ...asked(one, world),
      withTotal: true,
      columns: ['customerName', 'source', 'customerId'],
      ...(cursor === null ? {} : { cursor }),
    }
    const answer = await test.ask({ path: callDetails.path, body, token })
    const page = callDetails.response.parse(expectOk(answer))
    ids.push(...page.items.map((call) => call.id))
    totals.push(page.total)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { ids, totals }
}

/** A cursor is a place in a list and no right: with that of somebody who sees more one still sees one's own. */
async function checkForeignCursor({ test, world, token, visible }: Asking, { sort, desc }: Selection) {
  const filters = [{ field: 'customerId', op: 'in', values: world.customers.map(({ id }) => id) }]
  const body = { ...period, filters, sort, desc, columns: ['id'] }
  const read = async (rest: object, as: string) =>
    callDetails.response.parse(
      expectOk(await test.ask({ path: callDetails.path, body: { ...body, ...rest }, token: as })),
    )
  const first = await read({ pageSize: 2 }, admin.token)
  if (first.nextCursor === null) return
  const place = world.calls.find((call) => call.id === first.items.at(-1)?.id) ?? never()
  const rest = await read({ pageSize: 1000, cursor: first.nextCursor }, token)
  const ids = rest.items.map((call) => call.id)
  const mine = visible.filter((call) => !call.isLeg)
  expect(mine.map((call) => call.id)).toEqual(expect.arrayContaining(ids))
  const isBeyond = (call: MadeCall) =>
    desc
      ? sortKey({ sort, desc }, call) < sortKey({ sort, desc }, place)
      : sortKey({ sort, desc }, call) > sortKey({ sort, desc }, place)
  expect(ids).toEqual(expect.arrayContaining(idsOf(mine.filter(isBeyond))))
}

async function checkCsv({ test, world, token }: Asking, one: Selection, wanted: readonly MadeCall[]) {
  // A file has no pages, and is refused when one is asked for.
  const body = { ...period, ...asked(one, world), pageSize: undefined, columns: ['id', 'source'] }
  const answer = await test.ask({ path: callDetails.path, body, token, headers: { accept: 'text/csv' } })
  expect(answer.status, answer.text).toBe(200)
  const ids = csvRows(answer.text)
    .slice(1)
    .map(([id = '']) => id)
  expect(inOrder(ids)).toEqual(idsOf(wanted))
}

const Identity = z.object({ id: z.string(), customerId: z.string() })

async function checkSingleCalls({ test, world, token, visible }: Asking): Promise<void> {
  const unknown = bytesOf(await test.ask({ path: `/api/calls/${randomUUID()}`, token }))
  for (const call of world.calls) {
    const answer = await test.ask({ path: `/api/calls/${call.id}`, token })
    const received = answer.status === 200 ? Identity.parse(answer.json()) : bytesOf(answer)
    expect(received).toEqual(visible.includes(call) ? { id: call.id, customerId: call.customerId } : unknown)
  }
}

function idsOf(calls: readonly MadeCall[]): string[] {
  return inOrder(calls.map((call) => call.id))
}

function never(): never {
  throw new Error('a call that is not of this world')
}
