import { type IngestAnswer, ingestCalls } from '@callboard/contract/calls'
import { z } from 'zod'
import { route, type Routing } from '../../http/route.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import type { Job } from '../../jobs/queue.ts'
import { callId } from '../../db/call-id.ts'
import type { Ingest, RecordingAtSource } from './ingest.ts'
import { callCheckJob } from './self-check/consistency-check.ts'
import { recalculationJob } from './relations/recalculation.ts'
import { readRows, type SentRow } from './rows/read-rows.ts'

const bodyBytesLimit = 64 << 20
/** The source system of calls that name none. */
const source = 'api'

export function jobs(
  runtime: Parameters<typeof recalculationJob>[0] & Parameters<typeof callCheckJob>[0],
): Job[] {
  return [recalculationJob(runtime), callCheckJob(runtime)]
}

export async function routes(routing: Routing, { ingest }: { ingest: Ingest }): Promise<void> {
  await routing.app.register((app, _options, done) => {
    // Both types are read as bytes, as rows are kept as they were sent and parsed one by one.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      [...ingestCalls.consumes],
      { parseAs: 'buffer', bodyLimit: bodyBytesLimit },
      (_request, body, parsed) => parsed(null, body),
    )
    route({ ...routing, app }, ingestCalls, {
      access: { apiKey: 'ingest' },
      handler: async ({ body, query, caller, request }) => {
        if (!Buffer.isBuffer(body)) throw new AppError('malformedBody', 'The body is empty.')
        const encoding = request.headers['content-encoding'] ?? 'identity'
        if (encoding !== 'identity')
          throw new AppError('unsupportedMediaType', 'The body must not be compressed.')
        const rows = await readRows(body, request.headers['content-type'] ?? '')
        const customer = await ingest.findCustomer({ id: caller.customerId })
        if (customer === undefined) throw notFound()
        const answer = await ingest.accept(customer, rows, { source, withIds: query.ids })
        await ingest.noteRecordings(recordingsIn(rows, answer, customer.id))
        return answer
      },
    })
    done()
  })
}

const Recorded = z.object({
  externalCallId: z.string(),
  sourceSystem: z.string().default(source),
  startedAt: z.string(),
  recordingUrl: z.string().min(1),
})

/** The addresses of recordings of the calls that were kept. A call that is sent again may name another one. */
function recordingsIn(
  rows: readonly SentRow[],
  { rejected }: IngestAnswer,
  customerId: string,
): RecordingAtSource[] {
  const isRejected = new Set(rejected.map(({ line }) => line))
  return rows.flatMap(({ line, value }) => {
    if (typeof value !== 'object' || value === null || !('recordingUrl' in value) || isRejected.has(line))
      return []
    const { data } = Recorded.safeParse(value)
    if (data === undefined) return []
    const { sourceSystem, externalCallId, recordingUrl: url } = data
    const startedAt = new Date(data.startedAt).toISOString()
    return [{ callId: callId(customerId, sourceSystem, externalCallId), customerId, startedAt, url }]
  })
}
