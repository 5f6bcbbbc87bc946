import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Row = Record<string, unknown>

/** What is answered instead of the next list. */
interface Failure {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Fields that a call has unless others are asked for as well. */
const defaultFields = [
  'answered',
  'business_phone_number',
  'customer_city',
  'customer_country',
  'customer_name',
  'customer_phone_number',
  'customer_state',
  'direction',
  'duration',
  'id',
  'recording',
  'recording_duration',
  'recording_player',
  'start_time',
  'tracking_phone_number',
  'voicemail',
]

const moreFields = new Set(
  `agent_email call_highlights call_summary call_type campaign company_id company_name company_time_zone created_at custom
  device_type fbclid first_call formatted_call_type formatted_duration formatted_tracking_source formatted_value ga gclid
  good_lead_call_id good_lead_call_time keypad_entries keywords keywords_spotted landing_page_url last_requested_url
  lead_status medium milestones msclkid note person_id prior_calls referrer_domain referring_url sentiment session_uuid
  source source_name speaker_percent tags timeline_url total_calls tracker_id transcription utm_campaign utm_content
  utm_medium utm_source utm_term value zip_code`.split(/\s+/),
)

const maxPageSize = 250

/** CallRail’s API v3 as its documentation describes the list of calls, with both ways of paging. */
export class CallRailApi {
  readonly key = 'abc1234'
  readonly account = '227799611'
  rows: Row[] = []
  /** Those of the next requests. */
  failures: Failure[] = []
  readonly asked: URL[] = []
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response),
    )
  }

  static async open(): Promise<CallRailApi> {
    const server = createServer()
    const api = new CallRailApi(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return api
  }

  get url(): URL {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port
    const { port } = this.#server.address() as AddressInfo
    return new URL(`http://127.0.0.1:${port}`)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url)
    this.asked.push(url)
    const { status, headers = {}, body = '{}' } = this.failures.shift() ?? this.#list(request, url)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

  #list({ headers }: IncomingMessage, { pathname, searchParams }: URL): Failure {
    if (headers.authorization !== `Token token="${this.key}"`)
      return refused(401, 'HTTP Token: Access denied.')
    if (pathname !== `/v3/a/${this.account}/calls.json`) return refused(404, 'Not found')
    const fields = searchParams.get('fields')?.split(',') ?? []
    if (fields.some((name) => !moreFields.has(name))) return refused(400, 'Invalid field')
    const size = Math.min(Number(searchParams.get('per_page') ?? 100), maxPageSize)
    const found = this.#found(searchParams).map((row) =>
      Object.fromEntries([...defaultFields, ...fields].map((name) => [name, row[name] ?? null])),
    )
    if (searchParams.get('relative_pagination') !== 'true') {
      const page = Number(searchParams.get('page') ?? 1)
      const calls = found.slice((page - 1) * size, page * size)
      const totals = { total_pages: Math.ceil(found.length / size), total_records: found.length }
      return { status: 200, body: JSON.stringify({ page, per_page: size, ...totals, calls }) }
    }
    const from = Number(searchParams.get('offset') ?? 0) * size
    const hasNext = found.length > from + size
    const next = hasNext ? `${pathname}?offset=${from / size + 1}` : null
    const calls = found.slice(from, from + size)
    return {
      status: 200,
      body: JSON.stringify({ per_page: size, calls, has_next_page: hasNext, next_page: next }),
    }
  }

  /** Both ends are inclusive, and a day is meant to its end; only UTC is known here. */
  #found(query: URLSearchParams): Row[] {
    if (query.has('start_date') && query.get('time_zone') !== 'Etc/UTC') throw new Error('ask in UTC')
    const from = Date.parse(`${query.get('start_date') ?? '2000-01-01T00:00'}Z`)
    const to = Date.parse(`${query.get('end_date') ?? '2100-01-01'}T23:59:59.999Z`)
    const company = query.get('company_id')
    const startOf = (row: Row) => Date.parse(String(row['start_time']))
    return this.rows
      .filter((row) => startOf(row) >= from && startOf(row) <= to)
      .filter((row) => company === null || row['company_id'] === company)
      .toSorted((one, other) => (query.get('order') === 'asc' ? 1 : -1) * (startOf(one) - startOf(other)))
  }
}

function refused(status: number, error: string): Failure {
  return { status, body: JSON.stringify({ error }) }
}
