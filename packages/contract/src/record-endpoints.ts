import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf } from './examples.ts'
import { capitalised, withArticle } from './format-names.ts'
import { pageOf } from './paging.ts'
import { type RecordType, recordTypes } from './record-types.ts'

/** Types below whose path their endpoints are. */
type PlainType = {
  [T in RecordType]: 'apiPath' extends keyof (typeof recordTypes)[T] ? T : never
}[RecordType]

type ApiPath<T extends PlainType> = (typeof recordTypes)[T]['apiPath']

type Operation = 'search' | 'create' | 'get' | 'update' | 'remove'

interface Declared<
  One extends z.ZodType,
  Search extends z.ZodType,
  Fields extends z.ZodRawShape,
  OfNew extends z.ZodRawShape,
> {
  /** As it is read. */
  record: One
  /** What the list is asked for. */
  search: Search
  /** What people may change. */
  fields: Fields
  /** Of a new one: what a field is unless it is given, and what is said only then. */
  ofNew: OfNew
  /** Of a change, for the documentation; made of the examples of the fields unless given. */
  example?: { [F in keyof NoInfer<Fields>]?: z.input<NoInfer<Fields>[F]> }
  /** Of an operation that does more than its name says. */
  summaries?: Partial<Record<Operation, string>>
}

/** The endpoints of a plain record: a list by keyword, and one record by its id, which is created, changed and deleted. */
export function recordEndpoints<
  const T extends PlainType,
  One extends z.ZodType,
  Search extends z.ZodType,
  Fields extends z.ZodRawShape,
  OfNew extends z.ZodRawShape,
>(type: T, declared: Declared<One, Search, Fields, OfNew>) {
  const { record, search, fields, ofNew, example } = declared
  const path: ApiPath<T> = recordTypes[type].apiPath
  const summaries = { ...summariesOf(recordTypes[type]), ...declared.summaries }
  const params = z.strictObject({ id: idOf(type) })
  const changes = z.strictObject(fields).partial().extend({ revision: z.int().optional() })
  return {
    search: endpoint({
      method: 'POST',
      path: `${path}/search`,
      summary: summaries.search,
      body: search,
      response: pageOf(record),
      effect: 'read',
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: summaries.create,
      body: z.strictObject(fields).extend(ofNew),
      response: record,
      status: 201,
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/{id}`,
      summary: summaries.get,
      params,
      response: record,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      summary: summaries.update,
      params,
      body: example === undefined ? changes : changes.meta({ example }),
      response: record,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: summaries.remove,
      params,
    }),
  }
}

/** The same change by `PUT` at the path of the list, with the id in the body. */
export function updateWithIdInBody<
  const T extends PlainType,
  Changes extends z.ZodRawShape,
  One extends z.ZodType,
>(
  type: T,
  { update }: { update: { summary: string; body: z.ZodObject<Changes, z.core.$strict>; response: One } },
) {
  const path: ApiPath<T> = recordTypes[type].apiPath
  const { summary, body, response } = update
  return endpoint({
    method: 'PUT',
    path,
    summary,
    body: z.strictObject({ id: idOf(type) }).extend(body.shape),
    response,
  })
}

function summariesOf({ label, plural }: { label: string; plural: string }): Record<Operation, string> {
  const one = withArticle(label)
  return {
    search: `${capitalised(plural.toLowerCase())} by keyword; active ones only unless asked otherwise.`,
    create: `Creates ${one}.`,
    get: `${capitalised(one)}.`,
    update: `Changes ${one}.`,
    remove: `Deletes ${one}.`,
  }
}
