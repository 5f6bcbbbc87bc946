import { liveEvents } from '@callboard/contract/events'
import type { ArrivedCall } from '../../db/arrived-call.ts'
import { credentialsOf } from '../../access/authenticate.ts'
import { isStillAllowed, route, type Routing } from '../../http/route.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { CallNews } from './call-news.ts'
import { EventStreams } from './event-streams.ts'

const access = 'reporting.call.details'

export function routes(
  routing: Routing,
  { ingest, callNews }: { ingest: Ingest; callNews: CallNews | undefined },
): void {
  const streams = new EventStreams(routing.db, (caller) => isStillAllowed(access, caller))
  const tell = (calls: readonly ArrivedCall[]) => streams.notify(calls)
  if (callNews === undefined) ingest.onCalls(tell)
  else callNews.follow({ isWanted: () => streams.hasOpen, tell })
  route(routing, liveEvents, {
    access,
    handler: ({ request, reply, signal }) => {
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      })
      streams.add(reply.raw, credentialsOf(request), signal)
      return undefined
    },
  })
}
