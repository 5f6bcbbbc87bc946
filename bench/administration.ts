import { z } from 'zod'
import { change, systemActor } from '../apps/server/src/db/records/change.ts'
import type { Runtime } from '../apps/server/src/runtime.ts'
import type { Client } from './client.ts'
import { medianMs } from './measure.ts'
import { customer, listen } from './runtime.ts'
import type { Sizes } from './sizes.ts'

const entityBatchSize = 5000
const changeBatchSize = 100_000
const listBarMs = 30
const searchBarMs = 150

/** Fills people, entities and change records, and asks for each list as the screens do. */
export async function askLists(runtime: Runtime, sizes: Sizes) {
  await fill(runtime, sizes)
  const { client, token, close } = await listen(runtime)
  const asked = []
  for (const { list, barMs, ...request } of [...listsOf(sizes), await numberSearch(client, token)]) {
    let found = 0
    const ms = await medianMs(
      sizes.listRounds,
      async () => (found = await countIn(client, { ...request, token })),
    )
    asked.push({ list, ms, found, barMs, isKept: ms <= barMs })
  }
  await close()
  return asked
}

const Caller = z.object({ items: z.array(z.object({ callerNumber: z.string() })).min(1) })

/** A number that called, as people write it. */
async function numberSearch(client: Client, token: string): Promise<List> {
  const body = JSON.stringify({
    period: { relative: 'last30Days' },
    filters: [{ field: 'callerNumber', op: 'notNull', values: [] }],
    columns: ['callerNumber'],
    pageSize: 1,
  })
  const { items } = Caller.parse(await client.ask({ path: '/api/reporting/calldetails', token, body }))
  const written = (items[0]?.callerNumber ?? '').replace(/^\+1(\d{3})(\d{3})/, '($1) $2-')
  return {
    list: 'search a number as it is written',
    path: `/api/search?keyword=${encodeURIComponent(written)}`,
    barMs: searchBarMs,
  }
}

const Page = z.object({ items: z.array(z.unknown()) })
const Groups = z.object({ groups: z.array(z.object({ items: z.array(z.unknown()) })) })
const Found = z.union([
  Page.transform(({ items }) => items.length),
  Groups.transform(({ groups }) => groups.reduce((sum, { items }) => sum + items.length, 0)),
])

/** Measuring a list without results would be pointless. */
async function countIn(client: Client, request: Parameters<Client['ask']>[0]): Promise<number> {
  const found = Found.parse(await client.ask(request))
  if (found === 0) throw new Error(`${request.path} ${String(request.body ?? '')} finds nothing`)
  return found
}

interface List {
  list: string
  path: string
  body?: string
  barMs: number
}

function posted(list: string, path: string, body: object): List {
  return { list, path, body: JSON.stringify(body), barMs: listBarMs }
}

const changesPath = '/api/reporting/searchchangetracking'
const entitiesPath = '/api/reportingentity/entity/search'
const userId = (number: number) => `0d000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** In the middle of each table: page 200 of 10,000 users, street 4321 of 50,000. */
function listsOf({ users, entities, changes }: Sizes): List[] {
  const page = Math.floor(users / 50)
  const street = `Street ${Math.floor(entities * 0.08642)}`
  const name = `New name ${Math.floor(changes * 0.077_123)}`
  return [
    { list: 'users, first page', path: '/api/user?pagesize=25', barMs: listBarMs },
    {
      list: `users, page ${page} by name`,
      path: `/api/user?page=${page}&pagesize=25&sort=name`,
      barMs: listBarMs,
    },
    { list: 'users with “ada lovelace 77”', path: '/api/user?keyword=ada%20lovelace%2077', barMs: listBarMs },
    posted('entities of a type, first page', entitiesPath, { type: 'location' }),
    posted(`entities with “${street}”`, entitiesPath, { type: 'location', keyword: street }),
    posted('changes, newest', changesPath, {}),
    posted('changes of a type', changesPath, { tableType: 'role' }),
    posted('changes of a user', changesPath, { userId: userId(7) }),
    posted(`changes with “${name}”`, changesPath, { keyword: name }),
    posted('changes with “user-77”', changesPath, { keyword: 'user-77' }),
    { list: 'search “ada lovelace 77”', path: '/api/search?keyword=ada%20lovelace%2077', barMs: searchBarMs },
    { list: 'search “street”', path: '/api/search?keyword=street', barMs: searchBarMs },
  ]
}

async function fill({ postgres, sealer }: Runtime, { users, entities, changes }: Sizes): Promise<void> {
  await change(postgres.db, systemActor, async (transaction) => {
    await transaction
      .insertInto('app_user')
      .values(
        Array.from({ length: users }, (_, at) => ({
          id: userId(at),
          user_name: `ada.${at}`,
          email: `ada.${at}@example.com`,
          first_name: 'Ada',
          last_name: `Lovelace ${at}`,
          customer_id: at % 2 === 0 ? customer.id : null,
        })),
      )
      .execute()
    for (let done = 0; done < entities; done += entityBatchSize) {
      await transaction
        .insertInto('entity')
        .values(
          Array.from({ length: Math.min(entityBatchSize, entities - done) }, (_, at) => ({
            type: at % 5 === 0 ? ('number' as const) : ('location' as const),
            code: `B${done + at}`,
            name: `Street ${done + at}`,
            customer_id: customer.id,
          })),
        )
        .execute()
    }
  })
  await sealer.sealAll()
  await fillChanges(postgres, changes)
  await postgres.vacuum()
}

/** Without the indexes, which are built at the end: updating them row by row would take most of the time. */
async function fillChanges(postgres: Runtime['postgres'], changes: number): Promise<void> {
  const { rows } = await postgres.executeSql(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'change_record' AND indexname LIKE 'change_record_by%'`,
  )
  const indexes = z.array(z.object({ indexname: z.string(), indexdef: z.string() })).parse(rows)
  for (const { indexname } of indexes) await postgres.executeSql(`DROP INDEX ${indexname}`)
  for (let first = 1; first <= changes; first += changeBatchSize) {
    const last = Math.min(changes, first + changeBatchSize - 1)
    await postgres.executeSql(`
      INSERT INTO change_record (table_type, record_id, record_name, action, user_id, user_name, at, changes, request_id)
      SELECT (ARRAY['user', 'role', 'customer', 'entity', 'setting'])[1 + n % 5], uuidv7()::text, 'Record ' || n,
          'update', ('0d000000-0000-4000-8000-' || lpad((n % 200)::text, 12, '0'))::uuid, 'user-' || (n % 200),
          now() - n * interval '40 seconds',
          jsonb_build_array(jsonb_build_object('field', 'name', 'from', 'Old name ' || n, 'to', 'New name ' || n)),
          'req-' || n
        FROM generate_series(${first}, ${last}) n`)
  }
  for (const { indexdef } of indexes) await postgres.executeSql(indexdef)
}
