import { ingestCalls } from '@callboard/contract/calls'
import { route, type Routing } from '../../http/route.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { attributionJob } from '../../jobs/attribution.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Ingest } from './ingest.ts'
import { callClosingJob } from './closing/close-calls.ts'
import { callCheckJob } from './self-check/consistency-check.ts'
import { recalculationJob } from './relations/recalculation.ts'
import { readRows } from './rows/read-rows.ts'

const bodyBytesLimit = 64 << 20
/** The source system of calls that name none, sent with a key that belongs to no source. */
const noSource = 'api'

export function jobs(
  runtime: Parameters<typeof recalculationJob>[0] &
    Parameters<typeof callCheckJob>[0] &
    Parameters<typeof attributionJob>[0] &
    Parameters<typeof callClosingJob>[0],
): Job[] {
  return [recalculationJob(runtime), callCheckJob(runtime), attributionJob(runtime), callClosingJob(runtime)]
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
      writesCalls: true,
      handler: async ({ body, query, caller, request }) => {
        if (!Buffer.isBuffer(body)) throw new AppError('malformedBody', 'The body is empty.')
        const encoding = request.headers['content-encoding'] ?? 'identity'
        if (encoding !== 'identity')
          throw new AppError('unsupportedMediaType', 'The body must not be compressed.')
        const rows = await readRows(body, request.headers['content-type'] ?? '')
        const customer = await ingest.findCustomer({ id: caller.customerId })
        if (customer === undefined) throw notFound()
        return await ingest.accept(customer, rows, {
          source: caller.sourceSystem ?? noSource,
          withIds: query.ids,
          isMerge: query.merge,
        })
      },
    })
    done()
  })
}
