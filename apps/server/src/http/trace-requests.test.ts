import { createServer } from 'node:http'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { callDetails } from '@callboard/contract/calls'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { serve } from '#test/listening.ts'
import { ask, signIn } from '#test/call-source.ts'
import { killPortal, startPortal } from '#test/running-portal.ts'
import { copyTemplate } from '#test/template.ts'

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
})
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Span.shape.attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** Takes traces as a collector does. */
async function openCollector() {
  const sent: z.infer<typeof Sent>['resourceSpans'] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url === '/v1/traces') sent.push(...Sent.parse(body).resourceSpans)
      response.end('{}')
    })
  })
  return { sent, url: `http://${await serve(server)}` }
}

it('a request is a part of the trace that it names, with the statements that it leads to and none of their values', async () => {
  const { sent, url } = await openCollector()
  const folder = temporaryFolder()
  copyTemplate(folder)
  const portal = await startPortal(folder, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
    OTEL_SERVICE_NAME: 'board',
  })
  afterFile(async () => await killPortal(portal))
  const token = await signIn(portal.url)
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const answer = await fetch(`${portal.url}${callDetails.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${spanId}-01`,
    },
    body: JSON.stringify({ from: '2026-01-01', to: '2026-02-01', keyword: 'secret words' }),
  })
  expect(answer.status).toBe(200)
  const ended = once(portal.process, 'exit')
  portal.process.kill('SIGTERM')
  await ended

  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const ofTrace = spans.filter((span) => span.traceId === traceId)
  const [request] = ofTrace.filter((span) => span.name === `POST ${callDetails.path}`)
  expect(request?.parentSpanId).toBe(spanId)
  expect(request?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  })
  const statements = ofTrace.filter((span) => span !== request)
  expect(new Set(statements.map(({ name }) => name))).toEqual(new Set(['postgresql', 'calls read']))
  for (const { parentSpanId } of statements) expect(parentSpanId).toBe(request?.spanId)
  expect(JSON.stringify(spans)).not.toContain('secret words')
  expect(JSON.stringify(spans)).not.toContain(token)
  // Those of other requests are in traces of their own.
  expect(spans.map(({ name }) => name)).toContain('POST /api/auth/login')
  const resource = sent[0]?.resource.attributes ?? []
  expect(resource).toContainEqual({ key: 'service.name', value: { stringValue: 'board' } })
})

it('a portal whose collector does not answer works, and ends, as ever', async () => {
  const folder = temporaryFolder()
  copyTemplate(folder)
  const portal = await startPortal(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  afterFile(async () => await killPortal(portal))
  const token = await signIn(portal.url)
  const body = { from: '2026-01-01', to: '2026-02-01' }
  expect(await ask(`${portal.url}${callDetails.path}`, { body, token })).toMatchObject({ items: [] })
  const ended = once(portal.process, 'exit')
  portal.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
