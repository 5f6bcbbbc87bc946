import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FeatureContext } from '../../feature.ts'
import { onRequestEnd } from '../../http/request-log.ts'
import { AppError } from '../../lib/app-error.ts'
import { isSameSecret } from '../../lib/same-secret.ts'
import { Scrape } from './scrape.ts'

/** `GET /metrics`, for whoever sends METRICS_TOKEN. It is no part of the API: monitoring knows its format. */
export function addMetricsRoute(app: FastifyInstance, context: FeatureContext): void {
  const { metricsToken: token } = context.config
  if (token === undefined) {
    app.get('/metrics', () => {
      throw new AppError('notFound', 'There are no metrics here, as METRICS_TOKEN is not set.')
    })
    return
  }
  const scrape = new Scrape({
    metrics: context.metrics.flatMap((metricsOf) => metricsOf(context)),
    log: context.log,
  })
  onRequestEnd(app, (ended) => scrape.noteRequest(ended))
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request, token)) throw new AppError('unauthenticated', 'The metrics need METRICS_TOKEN.')
    return await reply.type(scrape.contentType).send(await scrape.read())
  })
}

function hasToken({ headers: { authorization = '' } }: FastifyRequest, token: string): boolean {
  return isSameSecret(authorization, `Bearer ${token}`)
}
