import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'

type Row = Readonly<Record<string, unknown>> & { readonly sid: string }

/** What the server does with a request instead of answering it; undefined to answer. */
export type Misbehaviour = (url: URL, response: ServerResponse) => boolean

/**
 * The part of Twilio’s REST API of 2010-04-01 that calls and recordings are fetched by, made after its documentation: lists
 * by pages with tokens, filters by time, HTTP Basic, errors with a code.
 */
export class TwilioApi {
  calls: Row[] = []
  recordings: Row[] = []
  /** Account SIDs or key SIDs, with their passwords. */
  readonly keys = new Map<string, string>()
  readonly requests: { path: string; query: URLSearchParams; auth: string | undefined }[] = []
  /** Sound by the id of its recording. */
  readonly sounds = new Map<string, Buffer>()
  misbehaviour: Misbehaviour | undefined
  readonly #accountSid: string
  readonly #server: Server
  /** What tokens of pages stand for: the rows that were listed when the first page was asked for. */
  #lists = new Map<string, { rows: readonly Row[]; from: number }>()
  #tokens = 0

  private constructor(accountSid: string) {
    this.#accountSid = accountSid
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  static async start(accountSid: string): Promise<TwilioApi> {
    const api = new TwilioApi(accountSid)
    api.#server.listen(0, '127.0.0.1')
    await once(api.#server, 'listening')
    return api
  }

  get root(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return `http://127.0.0.1:${address.port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** As when somebody took longer than a token is good for. */
  forgetPages(): void {
    this.#lists.clear()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.root)
    const auth = request.headers.authorization
    this.requests.push({ path: url.pathname, query: url.searchParams, auth })
    if (this.misbehaviour?.(url, response) === true) return
    if (!this.#isKnown(auth)) return fail(response, 401, { code: 20003, message: 'Authenticate' })
    const account = `/2010-04-01/Accounts/${this.#accountSid}`
    if (url.pathname === `${account}/Calls.json`)
      return this.#list(url, response, {
        name: 'calls',
        rows: this.calls,
        filter: 'EndTime',
        field: 'end_time',
      })
    if (url.pathname === `${account}/Recordings.json`)
      return this.#list(url, response, {
        name: 'recordings',
        rows: this.recordings,
        filter: 'DateCreated',
        field: 'date_created',
      })
    const sound = this.sounds.get(/\/Recordings\/(\w+)\.wav$/.exec(url.pathname)?.[1] ?? '')
    if (sound !== undefined) {
      response.writeHead(200, { 'content-type': 'audio/x-wav' }).end(sound)
      return
    }
    fail(response, 404, { code: 20404, message: 'The requested resource was not found' })
  }

  #isKnown(authorization: string | undefined): boolean {
    const [scheme, encoded = ''] = authorization?.split(' ') ?? []
    const [name = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':')
    return scheme === 'Basic' && this.keys.get(name) === password.join(':')
  }

  #list(
    url: URL,
    response: ServerResponse,
    { name, rows, filter, field }: { name: string; rows: readonly Row[]; filter: string; field: string },
  ): void {
    const { searchParams: query, pathname } = url
    const size = Number(query.get('PageSize') ?? '50')
    const token = query.get('PageToken')
    const listed =
      token === null ? { rows: between(rows, query, { filter, field }), from: 0 } : this.#lists.get(token)
    if (listed === undefined) return fail(response, 400, { code: 20001, message: 'Invalid PageToken' })
    const end = listed.from + size
    const isLast = end >= listed.rows.length
    const next = new URLSearchParams(query)
    const nextToken = `PA${++this.#tokens}`
    next.set('Page', String(end / size))
    next.set('PageToken', nextToken)
    if (!isLast) this.#lists.set(nextToken, { rows: listed.rows, from: end })
    const body = {
      [name]: listed.rows.slice(listed.from, end),
      page: listed.from / size,
      page_size: size,
      next_page_uri: isLast ? null : `${pathname}?${next.toString()}`,
      previous_page_uri: null,
      uri: `${pathname}?${query.toString()}`,
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

/** The newest first, as the lists are. `EndTime>` is at or after, `EndTime<` at or before. */
function between(
  rows: readonly Row[],
  query: URLSearchParams,
  { filter, field }: { filter: string; field: string },
): Row[] {
  const from = Date.parse(query.get(`${filter}>`) ?? '1970-01-01T00:00:00Z')
  const to = Date.parse(query.get(`${filter}<`) ?? '2999-01-01T00:00:00Z')
  const msOf = (row: Row) => Date.parse(String(row[field]))
  return rows
    .filter((row) => msOf(row) >= from && msOf(row) <= to)
    .toSorted((one, other) => msOf(other) - msOf(one))
}

export function fail(
  response: ServerResponse,
  status: number,
  error: { code: number; message: string },
): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ ...error, status }))
}
