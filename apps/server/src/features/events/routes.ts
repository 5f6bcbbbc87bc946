import { liveEvents } from '@callboard/contract/events'
import type { ArrivedCall } from '../../db/arrived-call.ts'
import { credentialsOf } from '../../access/authenticate.ts'
import { route, type Routing } from '../../http/route.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { CallNews } from './call-news.ts'
import type { EventStreams } from './event-streams.ts'

/** The right that a stream needs for as long as it is open. */
export const access = 'reporting.call.details'

export function routes(
  routing: Routing,
  {
    ingest,
    callNews,
    eventStreams: streams,
  }: { ingest: Ingest; callNews: CallNews | undefined; eventStreams: EventStreams },
): void {
  const notify = (calls: readonly ArrivedCall[]) => streams.notify(calls)
  if (callNews === undefined) ingest.onCalls(notify)
  else callNews.follow({ isWanted: () => streams.hasOpen, notify })
  route(routing, liveEvents, {
    access,
    handler: ({ request, reply, signal, query: { live: isLive } }) => {
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      })
      streams.add(reply.raw, { credentials: credentialsOf(request), isLive }, signal)
      return undefined
    },
  })
}
