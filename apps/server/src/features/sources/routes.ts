import * as steps from '@callboard/contract/first-steps'
import { formatBytes } from '@callboard/contract/format'
import * as mappings from '@callboard/contract/mappings'
import { Guid } from '@callboard/contract/scalars'
import * as endpoints from '@callboard/contract/sources'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { crud, routeTo, routeWith } from '../../http/crud.ts'
import { toAppError } from '../../http/errors.ts'
import { route, type Routing } from '../../http/route.ts'
import { type ActivityParts, fetchNow, getActivity, testSource } from './activity.ts'
import type { Source } from '@callboard/contract/sources'
import type { WebhookRequest } from './adapter.ts'
import { parseJson } from '../../lib/json.ts'
import type { MappingThread } from './mapped/mapping-worker.ts'
import { resumeAttribution } from '../../jobs/attribution.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { getMapping, guessFromSample, previewOfSample, saveMapping } from './mappings.ts'
import { type FirstStepsParts, getFirstSteps } from './first-steps.ts'
import { noteRefused, type ReceivingParts, receiveWebhook } from './receive-webhook.ts'
import { listKinds, sourceRules } from './sources.ts'

interface SourceRoutes {
  receiving: ReceivingParts
  mappingThread: MappingThread
  queue: Pick<JobQueue, 'add'>
  activity: ActivityParts & { wakeFetching: () => Promise<void> }
  firstSteps: FirstStepsParts
}

/** Larger than what any of the systems posts of a call, with its transcript. */
const bodyBytesLimit = 5 << 20

export async function sourceRoutes(
  routing: Routing,
  { receiving, activity, firstSteps, mappingThread, queue }: SourceRoutes,
): Promise<void> {
  crud(routing, endpoints.sourceEndpoints, { access: 'admin', rules: attributing(routing.db, queue) })
  route(routing, endpoints.listSourceKinds, { access: 'admin', handler: listKinds })
  routeWith(routing, steps.getFirstSteps, { access: 'admin', parts: firstSteps, rule: getFirstSteps })
  const declared = { access: 'admin', parts: activity } as const
  routeWith(routing, endpoints.getSourceActivity, { ...declared, rule: getActivity })
  routeWith(routing, endpoints.testSource, { ...declared, rule: testSource })
  routeWith(routing, endpoints.fetchSourceNow, { ...declared, rule: fetchNow })
  routeTo(routing, mappings.getSourceMapping, { access: 'admin', rule: getMapping })
  routeTo(routing, mappings.saveSourceMapping, { access: 'admin', rule: saveMapping })
  await sampleRoutes(routing, mappingThread)
  await routing.app.register((app, _options, done) => {
    readBytes(app)
    // What is refused before it is read.
    app.addHook<{ Params: { id: string } }>('onError', async ({ params, headers, log }, _reply, error) => {
      const reason = reasonOfUnread(error, headers)
      const { data: sourceId } = Guid.safeParse(params.id)
      if (reason === undefined || sourceId === undefined) return
      await noteRefused(receiving, sourceId, reason).catch((cause: unknown) => {
        log.error({ err: cause }, 'a refused request could not be noted at its source')
      })
    })
    const receive = (about: WebhookRequest['about']) => ({
      access: 'public' as const,
      handler: async ({ params, body, request }: Receiving): Promise<undefined> => {
        const { headers, log } = request
        const url = `${activity.publicUrl}${request.url}`
        await receiveWebhook(receiving, { sourceId: params.id, headers, body, url, about, log })
      },
    })
    route({ ...routing, app }, endpoints.receiveCallEvent, receive('call'))
    route({ ...routing, app }, endpoints.receiveRecordingEvent, receive('recording'))
    done()
  })
}

function reasonOfUnread(error: Error, headers: FastifyRequest['headers']): string | undefined {
  const { code } = toAppError(error)
  const type = headers['content-type'] ?? 'none'
  if (code === 'payloadTooLarge') return `Its body was larger than ${formatBytes(bodyBytesLimit)}.`
  if (code !== 'unsupportedMediaType') return undefined
  return (headers['content-encoding'] ?? 'identity') === 'identity'
    ? `Its content type was ${type}, which this system does not send.`
    : 'Its body was compressed.'
}

/** A workbook in Base64, and more beside it than there ever is. */
const sampleBodyBytesLimit = 2 * mappings.workbookBytesLimit

async function sampleRoutes(routing: Routing, thread: MappingThread): Promise<void> {
  await routing.app.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: sampleBodyBytesLimit },
      async (_request: unknown, body: string) => parseJson(body),
    )
    const declared = { access: 'admin', parts: { db: routing.db, thread } } as const
    routeWith({ ...routing, app }, mappings.guessMapping, { ...declared, rule: guessFromSample })
    routeWith({ ...routing, app }, mappings.previewMapping, { ...declared, rule: previewOfSample })
    done()
  })
}

interface Receiving {
  params: { id: string }
  body: unknown
  request: FastifyRequest
}

/** Signatures are of the bytes, so all bodies are read as such. */
function readBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [...endpoints.webhookContentTypes],
    { parseAs: 'buffer', bodyLimit: bodyBytesLimit },
    (_request, body, parsed) => parsed(null, body),
  )
}

/** Whether what numbers stand for wins over a source may be changed: then its calls follow. */
function attributing(db: Routing['db'], queue: SourceRoutes['queue']): typeof sourceRules {
  const followed =
    <Asked extends readonly unknown[]>(rule: (...asked: Asked) => Promise<Source>) =>
    async (...asked: Asked): Promise<Source> => {
      const source = await rule(...asked)
      await resumeAttribution(db, queue)
      return source
    }
  return { ...sourceRules, create: followed(sourceRules.create), update: followed(sourceRules.update) }
}
